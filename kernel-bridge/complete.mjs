// Puts into the kernel in dist/kernel what compilers made: the addon, and the types of the core that cells import.
import path from 'node:path';
import { copyNativeAddon } from './build/nativeAddon.mjs';
import { root } from './build/places.mjs';
import { rollUpTypes } from './build/types.mjs';

copyNativeAddon();
await rollUpTypes(path.join(root, 'src'));
