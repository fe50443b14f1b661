import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { sampleOf } from '../support/tiers';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tutorials = join(root, 'binder', 'tutorials');
const python = join(root, '.venv', 'bin', 'python');
const executeNotebook = join(root, 'scripts', 'python', 'execute_notebook.py');
const kernelFolder = join(root, 'kernel-bridge', 'dist', 'kernel');
const kernel = join(kernelFolder, 'dist', 'kernel.cjs');
const standBy = join(kernelFolder, 'packages', 'kernelscope', 'standBy.js');

/** Files that a tutorial has to leave in its folder, besides its HTML. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  '01-first-profile': ['first-profile.perfetto-trace'],
  '02-mxnet-guide': ['mxnet-guide/test_profiler.json', 'mxnet-guide/objects.json'],
  '03-autograd': ['autograd/trace.json', 'autograd/training.speedscope.json'],
  '05-memory-flow': ['memory/flow.svg', 'memory/tidy.svg']
};

/** The causes that puzzles have in them, as their last cells print them. */
const ANSWERS: Readonly<Record<string, string>> = {
  '08-find-the-slow-line': 'The slow line is Cell [3], line 12: return start.toLocaleDateString',
  '09-memory-leak':
    'The cache keeps 60000 vectors for 200 tickets: its keys have the query in them.',
  '10-async-waiting': 'The program waits on line 9 of Cell [3]: await fetchDay(day);',
  '11-compare': 'The running sum is faster: the intervals lie apart.'
};

/** What tutorials read. */
const READ = ['07-cuda-recorded.kscope'];

/** The folder is inside the repository, so that cells find the packages of its `node_modules`. */
let folder: string;

function writeKernelSpec(): void {
  const node = process.env['KERNELSCOPE_NODE'] ?? process.execPath;
  const spec = {
    argv: [
      node,
      '--no-force-async-hooks-checks',
      '--require',
      standBy,
      kernel,
      '{connection_file}'
    ],
    display_name: 'TypeScript (Kernelscope)',
    language: 'typescript',
    interrupt_mode: 'message'
  };
  const place = join(folder, 'jupyter', 'kernels', 'kernelscope');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'kernel.json'), JSON.stringify(spec));
}

beforeAll(() => {
  mkdirSync(join(root, '.build'), { recursive: true });
  folder = mkdtempSync(join(root, '.build', 'tutorials-'));
  writeKernelSpec();
  for (const name of READ) copyFileSync(join(tutorials, name), join(folder, name));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Executes notebooks in kernels of their own, one after another; what is printed. @throws Error if one fails */
async function execute(
  names: readonly string[],
  variables: NodeJS.ProcessEnv = {}
): Promise<string> {
  const env = { ...process.env, JUPYTER_PATH: join(folder, 'jupyter'), ...variables };
  const notebooks = names.map(name => join(tutorials, name));
  const { stdout } = await promisify(execFile)(python, [executeNotebook, ...notebooks, folder], {
    env,
    maxBuffer: 64 * 1024 * 1024
  });
  return stdout;
}

const NAMES = sampleOf(
  readdirSync(tutorials).filter(name => name.endsWith('.ipynb')),
  11
);

const FOUND = Object.entries(ANSWERS).filter(([stem]) => NAMES.includes(`${stem}.ipynb`));

describe('each tutorial', () => {
  /** What each printed, by its name. */
  let printed: Readonly<Record<string, string>>;

  // by one process, which takes long to start
  beforeAll(async () => {
    const parts = (await execute(NAMES)).split(/^• (\S+\.ipynb)$/m).slice(1);
    printed = Object.fromEntries(NAMES.map(name => [name, parts[parts.indexOf(name) + 1]]));
  }, 900_000);

  it.each(NAMES)('%s runs to its end in the real kernel, its own assertions included', name => {
    expect(printed[name]).toContain('Profile Statistics:');
    const stem = name.replace(/\.ipynb$/, '');
    for (const file of [`${stem}.html`, ...(WRITTEN[stem] ?? [])]) {
      expect(statSync(join(folder, file)).size).toBeGreaterThan(10_000);
    }
  });

  it.each(FOUND)('%s finds what was hidden in it', (stem, answer) => {
    expect(readFileSync(join(folder, `${stem}.html`), 'utf8')).toContain(answer);
  });
});

it('the tutorial on CUDA computes the same on a GPU', { tags: 'night' }, async () => {
  const { folder: libraries } = buildFakeCuda();
  const stdout = await execute(['07-cuda.ipynb'], { KERNELSCOPE_CUDA_LIBRARIES: libraries });
  expect(stdout).toContain('cuLaunchKernel');
  expect(statSync(join(folder, 'cuda', 'saxpy.kscope')).size).toBeGreaterThan(1000);
});
