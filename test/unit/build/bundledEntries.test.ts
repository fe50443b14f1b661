import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { bundleEntries } from '../../../src/build/library.mjs';
import { useFolder } from '../../support/folders';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = useFolder();

/** The bundles that programs import by the names of the package; that for Vitest is imported by Vitest alone. */
const ENTRIES = 'index,host,settings,model,analysis,layout,formats,report,later,scripts'.split(',');

/** Prints why a file of ours cannot be the first that a program loads, each as if in a process of its own. */
const LOAD_EACH = `
const [folder, ...names] = process.argv.slice(1);
const faults = [];
const first = (name, use) => {
  for (const file of Object.keys(require.cache)) delete require.cache[file];
  try {
    use(require(folder + '/bundle/' + name + '.js'));
  } catch (error) {
    faults.push(name + ': ' + error.stack.split('\\n').slice(0, 4).join(' '));
  }
};
for (const name of names) first(name, exported => Object.values(exported));
import(folder + '/entry/kernelscope.mjs')
  .then(({ default: library }) => Object.values(library))
  .catch(error => faults.push('import: ' + error.stack))
  .finally(() => process.stdout.write(JSON.stringify(faults)));
`;

beforeAll(async () => {
  await Promise.all(['bundle', 'entry'].map(name => mkdir(path.join(folder, name))));
  const entry = readFileSync(path.join(root, 'src/entry/kernelscope.mts'), 'utf8');
  const { code } = await transform(entry, { loader: 'ts', format: 'esm' });
  writeFileSync(path.join(folder, 'entry/kernelscope.mjs'), code);
  await bundleEntries(path.join(folder, 'bundle'), {
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20' },
    ...{ packages: 'external', legalComments: 'none', logLevel: 'warning', metafile: true }
  });
});

it('each bundle of the package can be the first that a program loads', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['-e', LOAD_EACH, folder, ...ENTRIES],
    { env: { ...process.env, NODE_PATH: path.join(root, 'node_modules') } }
  );
  expect(JSON.parse(stdout)).toEqual([]);
});

it('exports all of a file as types only where that has no values, which programs could name in vain', () => {
  const sources = path.join(root, 'src');
  const entries = readdirSync(sources)
    .map(name => path.join(sources, name, 'index.ts'))
    .filter(file => existsSync(file));
  const files = entries.flatMap(entry =>
    [...readFileSync(entry, 'utf8').matchAll(/export type \* from '(.+)'/g)].map(([, file]) =>
      path.join(entry, '..', `${file}.ts`)
    )
  );
  const VALUE = /^export (?:abstract |async )*(?:const|let|function|class|enum)\b/m;
  expect(files.filter(file => VALUE.test(readFileSync(file, 'utf8')))).toEqual([]);
});
