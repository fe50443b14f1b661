import type { Figure } from '../figure';
import { measurePreset } from '../preset';

/** `%%profile` without options on a training step. */
export function measure(): Promise<readonly Figure[]> {
  return measurePreset('preset.default', {});
}
