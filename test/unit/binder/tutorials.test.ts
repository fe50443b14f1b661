import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMagic } from '../../../src/settings/magics/findMagic';
import { parseMagicLine } from '../../../src/settings/magics/parseMagic';

interface Cell {
  readonly cell_type: 'code' | 'markdown';
  readonly source: readonly string[];
  readonly execution_count?: number | null;
  readonly outputs?: readonly unknown[];
}

interface Notebook {
  readonly cells: readonly Cell[];
  readonly metadata: { readonly kernelspec: { readonly name: string } };
}

const folder = new URL('../../../binder/tutorials/', import.meta.url);
const names = readdirSync(folder).filter(name => name.endsWith('.ipynb'));

const notebook = (name: string): Notebook =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Notebook;

describe.each(names)('the tutorial %s', name => {
  const { cells, metadata } = notebook(name);
  const code = cells.filter(({ cell_type }) => cell_type === 'code');

  it('is for our kernel', () => {
    expect(metadata.kernelspec.name).toBe('kernelscope');
  });

  it('is committed without outputs', () => {
    const run = code.filter(cell => cell.execution_count !== null || cell.outputs?.length !== 0);
    expect(run).toEqual([]);
  });

  it('uses %%profile, and no magic or option that is not available', () => {
    const magics = code.map(({ source }) => findMagic(source.join('')));
    const commands = magics.flatMap(magic => (magic ? [parseMagicLine(magic).command] : []));
    expect(commands).toContain('profileCell');
  });
});

it('finds the tutorials', () => {
  expect(names).toEqual([
    '01-first-profile.ipynb',
    '02-mxnet-guide.ipynb',
    '03-autograd.ipynb',
    '04-schedules.ipynb',
    '05-memory-flow.ipynb',
    '06-budgets-in-ci.ipynb',
    '07-cuda.ipynb',
    '08-find-the-slow-line.ipynb',
    '09-memory-leak.ipynb',
    '10-async-waiting.ipynb',
    '11-compare.ipynb'
  ]);
});
