// Bundles the package into lib/bundle, beside the output of tsc.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLibrary } from './build/library.mjs';
import { licensesText, namesOf, packagesOf } from './build/licenses.mjs';

const folder = fileURLToPath(new URL('lib/bundle', import.meta.url));

rmSync(folder, { recursive: true, force: true });
const inputs = await bundleLibrary(path.resolve(folder), {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true
});

const packages = packagesOf(inputs.map(input => path.resolve(input)));
const heading = 'The file rowExtractor.js contains the following packages.';
writeFileSync(path.join(folder, 'THIRD_PARTY_LICENSES'), licensesText(heading, packages));
writeFileSync(path.join(folder, 'bundledPackages.json'), JSON.stringify(namesOf(packages)));
