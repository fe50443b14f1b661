import { IntrinsicsGuard } from './intrinsicsGuard';

/**
 * The guard of this realm: built-in objects are one for all code in it. Until it is sealed it lets all
 * code run as it is.
 */
export const intrinsics = new IntrinsicsGuard();
