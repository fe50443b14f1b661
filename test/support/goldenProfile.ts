import type { Profile } from 'kernelscope/model';
import { richProfile } from './richProfile';

/** The profile in `test/golden/kscope/v1.kscope`. */
export function goldenProfile(): Profile {
  return richProfile(200);
}
