import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmptyEnvironment } from './emptyEnvironment';
import { installedFromWheel } from './emptyEnvironment';

const KERNELSPEC = { name: 'kernelscope', display_name: 'Kernelscope', language: 'typescript' };

interface Notebook {
  readonly cells: readonly {
    readonly outputs: readonly {
      readonly data?: Readonly<Record<string, unknown>> & {
        readonly 'text/plain'?: string | readonly string[];
      };
      /** Of a stream. */
      readonly text?: string | readonly string[];
    }[];
  }[];
}

/** Shows how the source fared that needs a binary for this Node. */
const CALL_SITE_STATUS = `import { profile } from 'kernelscope';
profile.last!.data.sources.find(({ source }) => source === 'callSites')!.status`;

/** Shows what becomes of NVTX ranges, for which it takes the native addon to find out. */
const NVTX_STATUS = `import { emitNvtx } from 'kernelscope';
const told = new Promise(resolve => process.once('warning', ({ message }) => resolve(message)));
emitNvtx().end();
await told`;

const codeCell = (id: string, source: string) => ({
  id,
  cell_type: 'code',
  source,
  metadata: {},
  outputs: [],
  execution_count: null
});

const notebook = {
  cells: [
    codeCell('profiled', '%%profile\nlet sum = 0;\nfor (let i = 0; i < 1e6; i++) sum += i;'),
    codeCell('after', 'sum'),
    codeCell('lines', CALL_SITE_STATUS),
    codeCell('nvtx', NVTX_STATUS)
  ],
  metadata: { kernelspec: KERNELSPEC },
  nbformat: 4,
  nbformat_minor: 5
};

async function runNotebook(environment: EmptyEnvironment, paths?: string[]): Promise<Notebook> {
  writeFileSync(join(environment.folder, 'in.ipynb'), JSON.stringify(notebook));
  const convert = ['nbconvert', '--to', 'notebook', '--execute', 'in.ipynb', '--output', 'out'];
  await environment.run('jupyter', convert, paths);
  return JSON.parse(readFileSync(join(environment.folder, 'out.ipynb'), 'utf8')) as Notebook;
}

/** The text that a cell printed, and that of its result. */
const textOf = (cell: Notebook['cells'][number] | undefined): string =>
  (cell?.outputs.flatMap(({ text, data }) => text ?? data?.['text/plain'] ?? []) ?? []).join('');

function expectProfiled({ cells }: Notebook): void {
  const types = cells[0]?.outputs.flatMap(({ data }) => Object.keys(data ?? {}));
  expect(types).toContain('application/vnd.kernelscope.profile+json');
  expect(textOf(cells[1])).toContain('499999500000');
  expect(textOf(cells[2])).toContain('ok');
  expect(textOf(cells[3])).toContain('No NVTX ranges are emitted. No tool takes them');
}

describe('the wheel in an empty environment', () => {
  let environment: EmptyEnvironment;

  beforeAll(async () => {
    environment = await installedFromWheel();
  });

  afterAll(() => environment.dispose());

  it('brings the kernelspec', async () => {
    const listed = await environment.run('jupyter', ['kernelspec', 'list']);
    expect(listed).toMatch(/^\s*kernelscope\s/m);
  });

  it('brings the extension, which JupyterLab finds enabled and OK', async () => {
    const listed = await environment.run('jupyter', ['labextension', 'list']);
    expect(listed).toMatch(/@kernelscope\/labextension v\S+ .*enabled.*OK/);
  });

  it('brings the command line', async () => {
    expect(await environment.run('kernelscope', ['--help'])).toContain('Usage: kernelscope');
  });

  it('runs and profiles a notebook', async () => {
    expectProfiled(await runNotebook(environment));
  });

  it('says what to do when Node is too old', async () => {
    const old = join(environment.folder, 'old');
    mkdirSync(old);
    writeFileSync(join(old, 'node'), '#!/bin/sh\necho v18.20.0\n', { mode: 0o755 });
    const withOldNode = environment.run('kernelscope', ['--help'], [old, '/bin']);
    await expect(withOldNode).rejects.toThrow(/is v18\.20\.0; run: .*kernelscope\[node\]/);
  });

  it('says what to do when there is no Node', async () => {
    const withoutNode = environment.run('kernelscope', ['--help'], []);
    await expect(withoutNode).rejects.toThrow(/kernelscope\[node\]/);
  });
});

describe('the wheel with the extra "node" where no Node is installed', () => {
  let environment: EmptyEnvironment;

  beforeAll(async () => {
    environment = await installedFromWheel('[node]');
  });

  afterAll(() => environment.dispose());

  it('runs the command line', async () => {
    expect(await environment.run('kernelscope', ['--help'], [])).toContain('Usage: kernelscope');
  });

  it('runs and profiles a notebook', async () => {
    expectProfiled(await runNotebook(environment, []));
  });
});
