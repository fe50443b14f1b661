import { join } from 'node:path';
import { messageOf } from '../base/errors';
import type { NativeAddon } from './addon';
import { packageFiles } from './packageFiles';
import { Module } from 'node:module';

/** The exports of each loaded file: Node itself would initialise it again. */
const loaded = new Map<string, unknown>();

/**
 * The exports of a native binary. Each file is loaded once per thread, as by `require`, but gets no
 * entry in `require.cache`, which belongs to the program.
 *
 * @throws Error if there is no such file, or the system cannot load it
 */
export function loadBinary(file: string): unknown {
  if (!loaded.has(file)) {
    const module = new Module(file);
    process.dlopen(module, file);
    loaded.set(file, module.exports);
  }
  return loaded.get(file);
}

/** The native addon cannot be used here; the message is a full sentence with advice. */
export class AddonUnavailableError extends Error {
  override readonly name = 'AddonUnavailableError';
}

/**
 * The native addon from `folder`, by default that of the package. Node loads it once.
 *
 * @throws AddonUnavailableError
 */
export function loadAddon(folder: string = packageFiles().addonFolder): NativeAddon {
  const { platform, arch } = process;
  const file = join(folder, `kernelscope-${platform}-${arch}.node`);
  try {
    return loadBinary(file) as NativeAddon;
  } catch (error) {
    const [reason] = messageOf(error).split('\n');
    throw new AddonUnavailableError(
      `Kernelscope has no native code here for ${platform}-${arch} (${reason}): install it on Linux ` +
        'x64, or build it where there is a C++ compiler.'
    );
  }
}
