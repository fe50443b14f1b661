/*
 * Writes the golden file of the current version into test/golden/kscope, from
 * test/support/goldenProfile.ts. A golden file is never made anew for the same version: a change of
 * the format takes a new version and a new file.
 */
import { build } from 'esbuild';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { at } from './steps/paths.mjs';

const bundle = at('.build', 'goldenProfile.cjs');

await build({
  stdin: {
    contents: `export * from './test/support/goldenProfile'; export * from './src/formats/kscope';`,
    resolveDir: at()
  },
  alias: { 'kernelscope/model': at('src', 'model', 'index.ts') },
  bundle: true,
  platform: 'node',
  outfile: bundle
});
const { encodeKscope, goldenProfile } = createRequire(import.meta.url)(bundle);
const profile = goldenProfile();
const name = `v${profile.version}.kscope`;
const target = at('test', 'golden', 'kscope', name);
if (existsSync(target)) {
  console.error(`test/golden/kscope/${name} is there already. Delete it first if you must.`);
  process.exit(1);
}
writeFileSync(target, encodeKscope(profile, { deflate: bytes => deflateRawSync(bytes) }));
rmSync(bundle);
