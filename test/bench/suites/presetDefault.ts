import type { MeasuredFigure } from '../figure';
import { measurePreset } from '../preset';

/** `%%profile` without options on a training step. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  return [await measurePreset('preset.default', {})];
}
