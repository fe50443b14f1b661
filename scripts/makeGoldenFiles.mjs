/*
 * Writes the golden files of the current versions into test/golden: a .kscope file and a bundle of
 * test/support/goldenProfile.ts. A golden file is never made anew for the same version: a change of
 * a format takes a new version and a new file.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { installNpmPackages } from './steps/npmPackages.mjs';
import { at } from './steps/paths.mjs';
import { runMain } from './steps/stepError.mjs';

const script = at('.build', 'goldenProfile.cjs');

/** What makes the files, bundled from the sources. */
async function loadEncoders() {
  await installNpmPackages('all');
  const { build } = await import('esbuild');
  await build({
    stdin: {
      contents: [
        './test/support/goldenProfile',
        './src/formats/kscope/write',
        './src/formats/bundle/bundle',
        './src/model/output/bundle'
      ]
        .map(file => `export * from '${file}';`)
        .join('\n'),
      resolveDir: at()
    },
    alias: { 'kernelscope/model': at('src', 'model', 'index.ts') },
    bundle: true,
    platform: 'node',
    outfile: script
  });
  const encoders = createRequire(import.meta.url)(script);
  rmSync(script);
  return encoders;
}

function write(place, encode) {
  const file = at('test', 'golden', ...place);
  if (existsSync(file)) return console.log(`${place.join('/')} is there already.`);
  writeFileSync(file, encode());
}

await runMain(async () => {
  const { BUNDLE_VERSION, encodeBundle, encodeKscope, goldenProfile } = await loadEncoders();
  const profile = goldenProfile();
  const deflate = bytes => deflateRawSync(bytes);
  write(['kscope', `v${profile.version}.kscope`], () => encodeKscope(profile, { deflate }));
  write(['bundle', `v${BUNDLE_VERSION}.json`], () => {
    return `${JSON.stringify(encodeBundle(profile, { deflate }))}\n`;
  });
});
