import type { Profile } from 'kernelscope/model';
import { richProfile } from './richProfile';

/** The profile in the newest file of `test/golden/kscope`. */
export function goldenProfile(): Profile {
  return richProfile(200);
}
