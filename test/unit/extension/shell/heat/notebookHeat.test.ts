// @vitest-environment jsdom
import '../../setupDom';
import type { ICodeCellModel } from '@jupyterlab/cells';
import type { INotebookModel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';
import { describe, expect, it, vi } from 'vitest';
import { NotebookHeat } from '../../../../../extension/src/shell/heat/notebookHeat';
import type { CellProfile } from '../../../../../extension/src/shell/notebook/cellProfile';
import type {
  NotebookProfiles,
  ProfiledCell
} from '../../../../../extension/src/shell/notebook/notebookProfiles';
import type { Profile } from '../../../../../src/model/profile/profile';
import { earlierCellProfile } from '../../../../support/sourceProfile';

vi.mock('@jupyterlab/cells', () => ({
  isCodeCellModel: ({ type }: { readonly type: string }) => type === 'code'
}));

interface CellState {
  readonly stateChanged: Signal<object, { readonly name: string }>;
  executionCount: number | null;
  text: string;
}

function cell(executionCount: number | null, text: string): ICodeCellModel & CellState {
  const state: CellState = { stateChanged: new Signal({}), executionCount, text };
  const shared = { type: 'code', sharedModel: { getSource: () => state.text } };
  return Object.assign(state, shared) as unknown as ICodeCellModel & CellState;
}

const profiled = (cell: ICodeCellModel, cellFile: string, profile: Profile): ProfiledCell => {
  const bundle = { summary: { name: cellFile, cellFile }, findings: [] };
  const content = () => Promise.resolve({ profile });
  return { cell, profile: { bundle, content } as unknown as CellProfile };
};

function notebook(cells: readonly ICodeCellModel[], found: ProfiledCell[]) {
  const changed = new Signal<object, void>({});
  const list = Object.assign([...cells], { changed: new Signal<object, void>({}) });
  const profiles = { changed, list: () => found } as unknown as NotebookProfiles;
  const heat = new NotebookHeat({ cells: list } as unknown as INotebookModel, profiles);
  return { heat, tell: () => changed.emit() };
}

const settled = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

const profile = earlierCellProfile();
const [{ text: definition }] = profile.sourceTexts;
const source = profile.meta.cell?.source ?? '';

describe('the heat of a notebook', () => {
  it('is in the profiled cell and in the earlier ones that it called', async () => {
    const [before, own, other] = [cell(4, definition), cell(6, source), cell(7, 'other();')];
    const { heat } = notebook([before, own, other], [profiled(own, 'Cell [6]', profile)]);
    await settled();
    expect([...heat.cells.keys()]).toEqual([own, before]);
    expect(heat.cells.get(before)?.heat.file).toBe('Cell [4]');
    expect((await heat.find(own, 'Cell [4]'))?.cell).toBe(before);
    expect(await heat.find(other, 'Cell [4]')).toBeNull();
  });

  it('is that of the profile that was run last, wherever it is in the notebook', async () => {
    const [before, late, early] = [cell(4, definition), cell(9, source), cell(6, source)];
    const [last, first] = [
      profiled(late, 'Cell [9]', earlierCellProfile()),
      profiled(early, 'Cell [6]', earlierCellProfile())
    ];
    const { heat } = notebook([before, late, early], [last, first]);
    await settled();
    expect(heat.cells.get(before)?.source).toBe(last);
  });

  it('goes with the profiles, and is the same object for as long as nothing changes', async () => {
    const own = cell(6, source);
    const found = [profiled(own, 'Cell [6]', profile)];
    const { heat, tell } = notebook([own], found);
    let changes = 0;
    heat.changed.connect(() => void changes++);
    await settled();
    const { cells } = heat;
    tell();
    await settled();
    expect([heat.cells === cells, changes]).toEqual([true, 1]);
    found.splice(0);
    tell();
    await settled();
    expect([heat.cells.size, changes]).toEqual([0, 2]);
  });

  it('stays with a cell that was edited until that is run', async () => {
    const [before, own] = [cell(4, definition), cell(6, source)];
    const { heat, tell } = notebook([before, own], [profiled(own, 'Cell [6]', profile)]);
    before.text = `${definition}\n// more`;
    tell();
    await settled();
    expect(heat.cells.has(before)).toBe(true);
    before.executionCount = 7;
    before.stateChanged.emit({ name: 'executionCount' });
    await settled();
    expect(heat.cells.has(before)).toBe(false);
  });

  it('is cleared until there is another profile', async () => {
    const own = cell(6, source);
    const found = [profiled(own, 'Cell [6]', profile)];
    const { heat, tell } = notebook([own], found);
    await settled();
    heat.clear();
    await settled();
    expect(heat.cells.size).toBe(0);
    found.splice(0, 1, profiled(own, 'Cell [6]', profile));
    tell();
    await settled();
    expect(heat.cells.size).toBe(1);
  });

  it('leaves out a profile that is damaged, and does nothing once disposed of', async () => {
    const own = cell(6, source);
    const bundle = { summary: { name: 'x', cellFile: 'Cell [6]' }, findings: [] };
    const content = () => Promise.reject(new Error('damaged'));
    const damaged = { bundle, content } as unknown as CellProfile;
    const found: ProfiledCell[] = [{ cell: own, profile: damaged }];
    const { heat, tell } = notebook([own], found);
    await settled();
    expect(heat.cells.size).toBe(0);
    heat.dispose();
    heat.dispose();
    found.splice(0, 1, profiled(own, 'Cell [6]', profile));
    tell();
    await settled();
    expect([heat.cells.size, heat.isDisposed]).toEqual([0, true]);
  });
});
