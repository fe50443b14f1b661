/*
 * Makes `binder/tutorials/07-cuda-recorded.kscope`, which the tutorial on CUDA shows where there is no
 * GPU: `node scripts/makeTutorialProfile.mjs binder/tutorials/cuda/saxpy.kscope`, after that notebook
 * has run on a machine with a GPU, or with the stand-in of test/support/fakeCuda, whose folder
 * KERNELSCOPE_CUDA_LIBRARIES names. Names of the machine are left out.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { at } from './steps/paths.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

const TARGET = at('binder', 'tutorials', '07-cuda-recorded.kscope');

const require = createRequire(import.meta.url);

function loadPackage() {
  const bundle = name => at('src', 'lib', 'bundle', `${name}.js`);
  if (!existsSync(bundle('host')) || !existsSync(at('node_modules'))) {
    throw new StepError('The package is not built', 'run `npm run build`');
  }
  return { ...require(bundle('host')), ...require(bundle('formats')) };
}

await runMain(async () => {
  const { loadProfile, writeFileAtomically, encodeKscope } = loadPackage();
  const [source] = process.argv.slice(2);
  if (source === undefined) {
    throw new StepError(
      'No profile is named',
      'add its path, such as binder/tutorials/cuda/saxpy.kscope'
    );
  }
  const { data } = loadProfile(resolve(source));
  const meta = { ...data.meta, name: 'recorded saxpy', host: '', pid: 0 };
  const profile = { ...data, meta, tracks: data.tracks.map(track => ({ ...track, pid: 0 })) };
  writeFileAtomically(TARGET, encodeKscope(profile, { deflate: bytes => deflateRawSync(bytes) }));
});
