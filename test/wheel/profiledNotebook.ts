import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { EmptyEnvironment } from './emptyEnvironment';

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

/** Has nbconvert run a notebook that profiles one of its cells; `paths` are those of `EmptyEnvironment.run`. */
export async function runNotebook(
  environment: EmptyEnvironment,
  paths?: string[]
): Promise<Notebook> {
  writeFileSync(join(environment.folder, 'in.ipynb'), JSON.stringify(notebook));
  const convert = ['nbconvert', '--to', 'notebook', '--execute', 'in.ipynb', '--output', 'out'];
  await environment.run('jupyter', convert, paths);
  return JSON.parse(readFileSync(join(environment.folder, 'out.ipynb'), 'utf8')) as Notebook;
}

/** The text that a cell printed, and that of its result. */
const textOf = (cell: Notebook['cells'][number] | undefined): string =>
  (cell?.outputs.flatMap(({ text, data }) => text ?? data?.['text/plain'] ?? []) ?? []).join('');

/** Expects what the cells of that notebook must show. */
export function expectProfiled({ cells }: Notebook): void {
  const types = cells[0]?.outputs.flatMap(({ data }) => Object.keys(data ?? {}));
  expect(types).toContain('application/vnd.kernelscope.profile+json');
  expect(textOf(cells[1])).toContain('499999500000');
  expect(textOf(cells[2])).toContain('ok');
  expect(textOf(cells[3])).toContain('No NVTX ranges are emitted. No tool takes them');
}
