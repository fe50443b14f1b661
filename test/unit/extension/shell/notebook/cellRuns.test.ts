import type { ICodeCellModel } from '@jupyterlab/cells';
import { Signal } from '@lumino/signaling';
import { describe, expect, it, vi } from 'vitest';
import type { CellProfile } from '../../../../../extension/src/shell/notebook/cellProfile';
import { CellRuns } from '../../../../../extension/src/shell/notebook/cellRuns';
import type { NotebookProfiles } from '../../../../../extension/src/shell/notebook/notebookProfiles';
import { exampleBundle, exampleSummary } from '../../exampleBundle';

interface StandInCell {
  executionCount: number | null;
  executionState: string;
}

function notebook(...cells: StandInCell[]) {
  const changed = new Signal<object, void>({});
  const shown = new Map<StandInCell, CellProfile>();
  const profiles = {
    changed,
    cells: () => cells as unknown as ICodeCellModel[],
    list: () =>
      cells.filter(cell => shown.has(cell)).map(cell => ({ cell, profile: shown.get(cell) }))
  } as unknown as NotebookProfiles;
  const show = (cell: StandInCell, id: string, wallNs: number, cellFile = 'Cell [1]'): void => {
    const bundle = exampleBundle({ summary: exampleSummary({ id, wallNs, cellFile }) });
    shown.set(cell, { bundle } as CellProfile);
    changed.emit();
  };
  const clear = (cell: StandInCell): void => {
    shown.delete(cell);
    changed.emit();
  };
  return { profiles, show, clear };
}

const idle = (executionCount: number | null = 1): StandInCell => ({
  executionCount,
  executionState: 'idle'
});

describe('the runs of cells', () => {
  it('are remembered, each once, newest last', () => {
    const cell = idle();
    const { profiles, show } = notebook(cell);
    const runs = new CellRuns(profiles);
    const told = vi.fn();
    runs.changed.connect(told);
    show(cell, 'a', 10);
    show(cell, 'a', 10);
    show(cell, 'b', 20);
    expect(runs.list().map(each => each.runs.map(({ wallNs }) => wallNs))).toEqual([[10, 20]]);
    expect(told).toHaveBeenCalledTimes(3);
  });

  it('stay while the cell runs again, and go with its outputs', () => {
    const cell = idle();
    const { profiles, show, clear } = notebook(cell);
    const runs = new CellRuns(profiles);
    show(cell, 'a', 10);
    cell.executionState = 'running';
    clear(cell);
    expect(runs.list()).toHaveLength(1);
    cell.executionState = 'idle';
    runs.refresh();
    expect(runs.list()).toEqual([]);
  });

  it('leave out a profile that another cell shows again', () => {
    const [own, other] = [idle(1), idle(2)];
    const { profiles, show } = notebook(own, other);
    const runs = new CellRuns(profiles);
    show(own, 'a', 10);
    show(other, 'a', 10);
    expect(runs.list().map(({ cell }) => cell)).toEqual([own]);
  });

  it('count where execution counts were cleared from the file', () => {
    const cell = idle(null);
    const { profiles, show } = notebook(cell);
    const runs = new CellRuns(profiles);
    show(cell, 'a', 10, 'Cell [7]');
    expect(runs.list()).toHaveLength(1);
  });
});

describe('the profiles of the runs of a cell', () => {
  const idOf = (profile: CellProfile | null): string | null => profile?.bundle.summary.id ?? null;

  it('are found from those that came after them', () => {
    const [one, other] = [idle(), idle()];
    const { profiles, show } = notebook(one, other);
    show(one, 'saved', 10);
    const runs = new CellRuns(profiles);
    for (const id of ['b', 'c', 'c']) show(one, id, 10);
    show(other, 'd', 10);
    expect(['saved', 'b', 'c', 'd', 'unknown'].map(id => idOf(runs.previousOf(id)))).toEqual([
      ...[null, 'saved', 'b'],
      ...[null, null]
    ]);
  });

  it('are the last ten, and the baseline however old that is', () => {
    const [one, other] = [idle(), idle()];
    const { profiles, show } = notebook(one, other);
    const runs = new CellRuns(profiles);
    show(one, 'base', 10);
    runs.pin('base');
    for (let run = 0; run < 12; run++) show(one, `run ${run}`, 10);
    expect(idOf(runs.baselineOf('run 11'))).toBe('base');
    expect(idOf(runs.previousOf('run 3'))).toBe('run 2');
    expect(runs.previousOf('run 2')).toBeNull();
    expect(runs.list()[0].runs).toHaveLength(13);
    show(other, 'of another cell', 10);
    expect(runs.baselineOf('of another cell')).toBeNull();
  });

  it('are forgotten with their notebook', () => {
    const cell = idle();
    const { profiles, show } = notebook(cell);
    const runs = new CellRuns(profiles);
    for (const id of ['a', 'b']) show(cell, id, 10);
    runs.pin('a');
    runs.dispose();
    show(cell, 'c', 10);
    expect([runs.previousOf('b'), runs.baselineOf('b'), runs.previousOf('c')]).toEqual([
      ...[null, null, null]
    ]);
  });
});
