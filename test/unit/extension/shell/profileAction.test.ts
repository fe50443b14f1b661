import type { NotebookPanel } from '@jupyterlab/notebook';
import { nullTranslator } from '@jupyterlab/translation';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createProfileAction } from '../../../../extension/src/shell/profileAction';
import { SettingsSource } from '../../../../extension/src/shell/application/settings';

const { run, warning } = vi.hoisted(() => ({ run: vi.fn(), warning: vi.fn() }));
vi.mock('@jupyterlab/notebook', () => ({ NotebookActions: { run } }));
vi.mock('@jupyterlab/apputils', () => ({ Notification: { warning } }));

const action = createProfileAction(new SettingsSource(), nullTranslator.load(''));

interface Situation {
  readonly status?: string;
  readonly cellType?: string;
  readonly source?: string;
}

/** A notebook with one active cell, and the text of that cell. */
function notebook({ status = 'idle', cellType = 'code', source = '1 + 1' }: Situation = {}) {
  const cell = { source };
  const sharedModel = {
    getSource: () => cell.source,
    updateSource: (start: number, end: number, text: string) => {
      cell.source = cell.source.slice(0, start) + text + cell.source.slice(end);
    }
  };
  const panel = {
    sessionContext: {
      session: { kernel: { name: 'kernelscope' } },
      kernelDisplayStatus: status,
      kernelPreference: {}
    },
    content: {
      activeCell: { model: { type: cellType, sharedModel } },
      deselectAll: () => undefined
    }
  };
  return { panel: panel as unknown as NotebookPanel, cell };
}

const warnings = (): unknown[] => warning.mock.calls.map(([message]) => message as unknown);

describe('Profile Cell', () => {
  beforeEach(() => {
    warning.mockReset();
    run.mockReset();
  });

  it('runs the cell under the profiler', async () => {
    const { panel, cell } = notebook();
    expect(action.refusal(panel)).toBeNull();
    await action.run(panel);
    expect(cell.source).toBe('%%profile\n1 + 1');
    expect(run).toHaveBeenCalledOnce();
    expect(warnings()).toEqual([]);
  });

  it.each<[string, Situation, string]>([
    ['a dead kernel', { status: 'dead' }, 'The kernel is dead. Restart it to profile cells.'],
    ['a lost connection', { status: 'disconnected' }, 'The kernel is not connected.'],
    ['a restarting kernel', { status: 'restarting' }, 'The kernel is restarting.'],
    ['a cell without code', { cellType: 'markdown' }, 'Pick a code cell to profile it.'],
    ['another magic', { source: '%%time\n1' }, 'This cell already has the magic %%time']
  ])('says why it does nothing: %s', async (_, situation, sentence) => {
    const { panel, cell } = notebook(situation);
    const before = cell.source;
    await action.run(panel);
    expect(warnings()).toEqual([expect.stringContaining(sentence)]);
    expect(run).not.toHaveBeenCalled();
    expect(cell.source).toBe(before);
  });

  it('says what to do without a notebook', async () => {
    await action.run(null);
    expect(warnings()).toEqual(['Open a notebook to profile its cells.']);
  });

  it('says that the cell could not be run, and throws nothing', async () => {
    run.mockRejectedValue(new Error('Kernel is gone'));
    await action.run(notebook().panel);
    expect(warnings()).toEqual(['The cell could not be run: Kernel is gone']);
  });
});
