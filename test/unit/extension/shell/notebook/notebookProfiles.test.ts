// @vitest-environment jsdom
import '../../setupDom';
import type { INotebookModel } from '@jupyterlab/notebook';
import { PROFILE_MIME_TYPE } from 'kernelscope/model';
import { Signal } from '@lumino/signaling';
import { describe, expect, it, vi } from 'vitest';
import { NotebookProfiles } from '../../../../../extension/src/shell/notebook/notebookProfiles';
import { exampleBundle } from '../../exampleBundle';

vi.mock('@jupyterlab/cells', () => ({
  isCodeCellModel: ({ type }: { readonly type: string }) => type === 'code'
}));

/** A cell whose outputs carry `stored`, each in an output of its own. */
function cell(type: string, stored: readonly unknown[]) {
  const models = stored.map(data => ({
    data: { 'text/plain': 'x', ...(data ? { [PROFILE_MIME_TYPE]: data } : {}) }
  }));
  const changed = new Signal<object, void>({});
  const outputs = { changed, get: (at: number) => models[at], length: models.length };
  return { type, outputs };
}

function notebook(cells: readonly object[], limit = 1_000_000) {
  const changed = new Signal<object, void>({});
  const list = Object.assign([...cells], { changed });
  const model = { cells: list } as unknown as INotebookModel;
  return { list, changed, profiles: new NotebookProfiles(model, () => limit) };
}

const bundle = exampleBundle();
const settled = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

describe('the profiles of a notebook', () => {
  it('are the last ones in the outputs of its code cells, in their order', () => {
    const newer = { ...bundle, summary: { ...bundle.summary, name: 'newer' } };
    const [first, second] = [cell('code', [bundle, null, newer]), cell('code', [bundle])];
    const { profiles } = notebook([
      first,
      cell('markdown', [bundle]),
      cell('code', [null]),
      second
    ]);
    const found = profiles.list();
    expect(found.map(each => each.cell)).toEqual([first, second]);
    expect(found.map(({ profile }) => profile.bundle.summary.name)).toEqual([
      'newer',
      bundle.summary.name
    ]);
  });

  it('leave out what is malformed or too large', () => {
    const cells = [cell('code', [{ version: 1 }]), cell('code', ['text'])];
    expect(notebook(cells).profiles.list()).toEqual([]);
    expect(notebook([cell('code', [bundle])], 10).profiles.list()).toEqual([]);
  });

  it('are read once, columns only when somebody asks', async () => {
    const { profiles } = notebook([cell('code', [bundle])]);
    const [{ profile }] = profiles.list();
    expect(profiles.list()[0].profile).toBe(profile);
    const content = await profile.content();
    expect(content.profile.meta.name).toBe(bundle.summary.name);
    expect(await profile.content()).toBe(content);
  });

  it('change once for many changes of cells and outputs, until they are disposed of', async () => {
    const one = cell('code', []);
    const { list, changed, profiles } = notebook([one]);
    const added = cell('code', [bundle]);
    let changes = 0;
    profiles.changed.connect(() => void changes++);
    list.push(added);
    changed.emit();
    one.outputs.changed.emit();
    added.outputs.changed.emit();
    await settled();
    expect([changes, profiles.list().length]).toEqual([1, 1]);
    list.splice(1, 1);
    changed.emit();
    await settled();
    expect([changes, profiles.list().length]).toEqual([2, 0]);
    profiles.dispose();
    one.outputs.changed.emit();
    await settled();
    expect(changes).toBe(2);
  });
});
