/*
 * Writes test/golden/kscope/v1.kscope from test/support/goldenProfile.ts. A golden file is never
 * made anew for the same version: a change of the format takes a new version and a new file.
 */
import { build } from 'esbuild';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { at } from './steps/paths.mjs';

const target = at('test', 'golden', 'kscope', 'v1.kscope');
const bundle = at('.build', 'goldenProfile.cjs');

if (existsSync(target)) {
  console.error('test/golden/kscope/v1.kscope is there already. Delete it first if you must.');
  process.exit(1);
}
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
writeFileSync(target, encodeKscope(goldenProfile(), { deflate: bytes => deflateRawSync(bytes) }));
rmSync(bundle);
