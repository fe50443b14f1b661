import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useFolder } from '../support/folders';
import { MIGRATION_PAGES, UPSTREAMS, type Upstream, pageText } from '../support/migrationPages';
import { parsePage } from './documentation/readPages';
import { KernelClient } from './kernelClient';
import { expressionErrors } from './pageExpressions';
import { runCell } from './runCell';

const kernelscope = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** Lets what runs in a folder find packages of this repository. */
function linkPackages(folder: string, names: readonly string[]): void {
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of names) {
    symlinkSync(path.join(packages, name), path.join(folder, 'node_modules', name));
  }
}

/** The names of the events of a Chrome trace. */
function namesIn(file: string): readonly string[] {
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly traceEvents: readonly { readonly name: string }[];
  };
  return traceEvents.map(({ name }) => name);
}

/** The last line that an example printed, as a path in the folder that it ran in. */
const printedPath = (folder: string, printed: string): string =>
  path.resolve(folder, printed.trim().split('\n').at(-1) ?? '');

/** What the first example of each page leaves behind, by the folder it ran in and what it printed. */
const CHECKS: Readonly<Record<Upstream, (folder: string, printed: string) => void>> = {
  MXNet: folder => {
    const names = namesIn(path.join(folder, 'test_profiler.json'));
    expect(names).toEqual(expect.arrayContaining(['matMul', 'BatchMatMul', 'Tanh', 'Relu', 'Sum']));
  },
  PyTorch: (_folder, printed) => {
    for (const name of ['Pow', 'Sum', 'SumBackward', 'PowBackward']) {
      expect(printed).toMatch(new RegExp(`^ +${name} .* [1-9]\\d* *$`, 'm'));
    }
  },
  MindSpore: (folder, printed) => {
    const cycle = printedPath(folder, printed);
    expect(path.relative(folder, cycle)).toMatch(/^data\/.+_kscope$/);
    expect(namesIn(path.join(cycle, 'KSCOPE_OUTPUT/trace_view.json'))).toContain('BatchMatMul');
  },
  MegEngine: (folder, printed) => {
    const file = printedPath(folder, printed);
    expect(path.relative(folder, file)).toMatch(/^profile\/\d+\.chrome_timeline\.json$/);
    expect(namesIn(file)).toEqual(expect.arrayContaining(['session 1', 'session 2']));
  }
};

/** The code of a page in a language, in order; at least one piece. */
function codeBlocks(upstream: Upstream, language: 'ts' | 'sh'): readonly string[] {
  const { snippets } = parsePage(MIGRATION_PAGES[upstream], pageText(upstream));
  const blocks = snippets.filter(snippet => snippet.language === language);
  if (blocks.length === 0) throw new Error(`${MIGRATION_PAGES[upstream]} has no ${language}`);
  return blocks.map(({ code }) => code);
}

const folder = useFolder();
let kernel: KernelClient;

beforeAll(async () => {
  linkPackages(folder, ['@tensorflow', 'kernelscope', 'tsx']);
  kernel = await KernelClient.start();
  linkPackages(kernel.process.folder, ['@tensorflow']);
});

afterAll(() => kernel.dispose());

/** Runs code as a program in the folder; what it prints. */
async function runProgram(code: string): Promise<string> {
  writeFileSync(path.join(folder, 'first.mts'), code);
  return runNode('--import', 'tsx', 'first.mts');
}

async function runNode(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout;
}

function runCommand(line: string): Promise<string> {
  const [npx, name, ...args] = line.split(' ');
  expect([npx, name]).toEqual(['npx', 'kernelscope']);
  return runNode(kernelscope, ...args);
}

describe.each(UPSTREAMS)('the first example for those who come from %s', upstream => {
  const [example] = codeBlocks(upstream, 'ts');

  it('runs as a cell', async () => {
    const printed = await runCell(kernel, example);
    CHECKS[upstream](kernel.process.folder, printed);
  });

  it('runs as a program', async () => {
    CHECKS[upstream](folder, await runProgram(example));
  });
});

it('runs the commands for those who come from MegEngine', async () => {
  await runProgram(codeBlocks('MegEngine', 'ts').join('\n'));
  const [commands] = codeBlocks('MegEngine', 'sh');
  const [help, ...tables] = commands.trim().split('\n');
  expect(tables).toHaveLength(3);
  expect(await runCommand(help)).toContain('Usage: kernelscope analyze|profile_analyze');
  for (const command of tables) expect(await runCommand(command)).toContain('device self time');
});

it('has in its types what each page says is here', () => {
  expect(expressionErrors()).toEqual({ MXNet: [], PyTorch: [], MindSpore: [], MegEngine: [] });
});
