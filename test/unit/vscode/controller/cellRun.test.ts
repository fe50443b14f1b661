import { describe, expect, it } from 'vitest';
import { PROGRESS_MIME_TYPE, type RecordingProgress } from '../../../../src/model';
import { CellRun, MAX_OUTPUT_BYTES } from '../../../../vscode/src/controller/cellRun';
import { errorOutput } from '../../../../vscode/src/controller/cellOutputs';
import { type ShownOutput, ShownTestCell } from '../../../support/shownCells';

type Message = readonly [type: string, content: Record<string, unknown>];

interface Ran {
  readonly cell: ShownTestCell;
  readonly run: CellRun<ShownOutput>;
  readonly progress: (RecordingProgress | null)[];
}

const out = (text: string, name = 'stdout'): Message => ['stream', { name, text }];
const display = (text: string, id?: string): Message => [
  'display_data',
  { data: { 'text/plain': text }, metadata: {}, transient: { display_id: id } }
];
const update = (data: object, id: string): Message => [
  'update_display_data',
  { data, metadata: {}, transient: { display_id: id } }
];

/** A cell that has published messages, and not ended. */
function ran(messages: readonly Message[], displays = new Map<string, ShownOutput[]>()): Ran {
  const cell = new ShownTestCell('cell');
  const progress: (RecordingProgress | null)[] = [];
  const run = new CellRun(cell, { displays, onProgress: each => progress.push(each) });
  run.start();
  for (const message of messages) run.take(...message);
  return { cell, run, progress };
}

const texts = (...messages: readonly Message[]): string[] => ran(messages).cell.texts;

describe('the outputs of a cell that runs', () => {
  it('join what follows on one stream, and keep the order of everything else', () => {
    const messages = [out('a'), out('b'), out('c', 'stderr'), out('d'), display('e'), out('f')];
    expect(texts(...messages)).toEqual(['ab', 'c', 'd', 'e', 'f']);
  });

  it('are taken away at once, or when the next ones come', () => {
    expect(texts(out('a'), ['clear_output', { wait: false }])).toEqual([]);
    expect(texts(out('a'), ['clear_output', { wait: true }])).toEqual(['a']);
    expect(texts(out('a'), ['clear_output', { wait: true }], out('b'))).toEqual(['b']);
  });

  it('show the preferred form first, images as bytes and JSON as it was', () => {
    const data = {
      'text/plain': 'text',
      'text/html': ['<b>', 'x</b>'],
      'image/png': 'aGk=',
      'application/json': 'one',
      'application/vnd.kernelscope.profile+json': { version: 1 }
    };
    const { cell } = ran([['display_data', { data, metadata: { a: 1 } }]]);
    expect(cell.outputs[0].items).toEqual([
      { mime: 'application/vnd.kernelscope.profile+json', text: '{"version":1}' },
      { mime: 'text/html', text: '<b>x</b>' },
      { mime: 'image/png', text: 'hi' },
      { mime: 'application/json', text: '"one"' },
      { mime: 'text/plain', text: 'text' }
    ]);
    expect(cell.outputs[0].metadata).toMatchObject({ metadata: { a: 1 } });
  });

  it('are updated wherever their display is shown, until they are gone', () => {
    const displays = new Map<string, ShownOutput[]>();
    const first = ran([display('one', 'd'), display('two', 'd')], displays);
    const second = ran([display('three', 'd'), update({ 'text/plain': 'new' }, 'd')], displays);
    expect([...first.cell.texts, ...second.cell.texts]).toEqual(['new', 'new', 'new']);
    first.run.forget();
    second.run.take(...update({ 'text/plain': 'newer' }, 'd'));
    expect([...first.cell.texts, ...second.cell.texts]).toEqual(['new', 'new', 'newer']);
    second.run.take('clear_output', {});
    expect([...displays.keys()]).toEqual([]);
  });

  it('do not have the progress of a recording among them', () => {
    const state = {
      ...{ phase: 'recording', name: null, cellId: 'cell' },
      ...{ elapsedMs: 1000, rssBytes: 5e7, slices: 3 }
    };
    const at = (phase: string): Message =>
      update({ [PROGRESS_MIME_TYPE]: { ...state, phase } }, 'kernelscope-progress-1');
    const { cell, progress } = ran([at('recording'), at('preparing'), at('ended')]);
    expect(cell.outputs).toEqual([]);
    expect(progress).toEqual([state, { ...state, phase: 'preparing' }, null]);
  });

  it('end at the limit of a cell, which one sentence says', () => {
    const part = 'x'.repeat(MAX_OUTPUT_BYTES / 4);
    const { cell } = ran([1, 2, 3, 4, 5, 6].map(() => out(part)));
    expect(cell.texts.length).toBe(2);
    expect(cell.texts[0].length).toBe(MAX_OUTPUT_BYTES);
    expect(cell.texts[1]).toContain('a cell may output 128 MiB');
  });

  it('come also after its end, on the cell as it was', () => {
    const { cell, run } = ran([out('a')]);
    run.end(true);
    run.take(...out('b'));
    expect(cell.texts).toEqual(['ab']);
    expect(cell).toMatchObject({ lateChanges: 1, result: true });
    run.end(false);
    expect(cell.result).toBe(true);
  });
});

describe('an error of a cell', () => {
  const stackOf = (traceback: readonly string[]): string => {
    const { items } = errorOutput({ ename: 'E', evalue: 'bad', traceback });
    return (JSON.parse(new TextDecoder().decode(items[0].data)) as { stack: string }).stack;
  };

  it('has links for its places in cells, with numbers alone in their addresses', () => {
    expect(stackOf(['at f (Cell [12]:3:4)', 'at Cell [1]:7'])).toBe(
      "at f (<a href='vscode-notebook-cell:?execution_count=12&line=3'>Cell [12]:3:4</a>)\n" +
        "at <a href='vscode-notebook-cell:?execution_count=1&line=7'>Cell [1]:7</a>"
    );
    expect(stackOf(["Cell ['x']:1", 'Cell [1]:', 'file.ts:3'])).not.toContain('<a');
  });

  it('is saved as the kernel wrote it', () => {
    const { metadata } = errorOutput({ ename: 'E', evalue: 'bad', traceback: ['at Cell [1]:7'] });
    expect(metadata['originalError']).toEqual({
      ...{ ename: 'E', evalue: 'bad' },
      traceback: ['at Cell [1]:7']
    });
  });
});
