// @vitest-environment jsdom
import '../../setupDom';
import { Signal } from '@lumino/signaling';
import { describe, expect, it } from 'vitest';
import { RunHistory } from '../../../../../extension/src/shell/comparing/runHistory';
import { CellProfile } from '../../../../../extension/src/shell/notebook/cellProfile';
import type { ProfiledCell } from '../../../../../extension/src/shell/notebook/notebookProfiles';
import { exampleBundle, exampleSummary } from '../../exampleBundle';

type Cell = ProfiledCell['cell'];

const profileOf = (id: string): CellProfile =>
  new CellProfile(exampleBundle({ summary: exampleSummary({ id }) }));

/** A notebook with cells that run again. */
function notebook() {
  const outputs = new Map<Cell, CellProfile>();
  const changed = new Signal<object, void>({});
  const list = (): ProfiledCell[] => [...outputs].map(([cell, profile]) => ({ cell, profile }));
  const run = (cell: Cell, id: string): void => {
    outputs.set(cell, profileOf(id));
    changed.emit();
  };
  return { list, changed, run };
}

const [one, other] = [{}, {}] as Cell[];

describe('the history of a cell', () => {
  it('has the profile that its output had before', () => {
    const [history, book] = [new RunHistory(), notebook()];
    book.run(one, 'saved');
    history.follow(book);
    for (const id of ['b', 'c']) book.run(one, id);
    book.run(other, 'd');
    const before = (id: string) => history.previousOf(id)?.bundle.summary.id ?? null;
    expect(['saved', 'b', 'c', 'd', 'unknown'].map(before)).toEqual([
      ...[null, 'saved', 'b'],
      ...[null, null]
    ]);
  });

  it('counts an output that is updated once', () => {
    const [history, book] = [new RunHistory(), notebook()];
    history.follow(book);
    for (const id of ['a', 'b', 'b', 'b']) book.run(one, id);
    expect(history.previousOf('b')?.bundle.summary.id).toBe('a');
  });

  it('has the last ten, and the baseline however old that is', () => {
    const [history, book] = [new RunHistory(), notebook()];
    history.follow(book);
    book.run(one, 'base');
    history.pin('base');
    for (let run = 0; run < 12; run++) book.run(one, `run ${run}`);
    expect(history.baselineOf('run 11')?.bundle.summary.id).toBe('base');
    expect(history.previousOf('run 3')?.bundle.summary.id).toBe('run 2');
    expect(history.previousOf('run 2')).toBeNull();
    book.run(other, 'of another cell');
    expect(history.baselineOf('of another cell')).toBeNull();
  });

  it('is forgotten with its notebook', () => {
    const [history, book] = [new RunHistory(), notebook()];
    const followed = history.follow(book);
    for (const id of ['a', 'b']) book.run(one, id);
    followed.dispose();
    book.run(one, 'c');
    expect(history.previousOf('b')).toBeNull();
    expect(history.previousOf('c')).toBeNull();
  });
});
