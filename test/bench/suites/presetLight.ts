import type { Figure } from '../figure';
import { measurePreset } from '../preset';

/** `%%profile --no-cpu` on a training step. */
export function measure(): Promise<readonly Figure[]> {
  return measurePreset('preset.light', { cpuIntervalUs: null });
}
