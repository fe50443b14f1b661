import type { MeasuredFigure } from '../figure';
import { measurePreset } from '../preset';

/** `%%profile --no-cpu` on a training step. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  return [await measurePreset('preset.light', { cpuIntervalUs: null })];
}
