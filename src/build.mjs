// Bundles the package into lib/bundle, beside the output of tsc.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLibrary } from './build/library.mjs';

const folder = fileURLToPath(new URL('lib/bundle', import.meta.url));

rmSync(folder, { recursive: true, force: true });
await bundleLibrary(path.resolve(folder), {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true
});
