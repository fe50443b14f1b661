// @vitest-environment jsdom
import '../setupDom';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { nullTranslator } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import { Signal } from '@lumino/signaling';
import { describe, expect, it, vi } from 'vitest';
import { createProfileAction } from '../../../../extension/src/shell/profileAction';
import { createToolbarButton } from '../../../../extension/src/shell/toolbarButton';
import { SettingsSource } from '../../../../extension/src/shell/application/settings';

interface ButtonDouble {
  readonly options: { readonly commands: CommandRegistry; readonly id: string };
}

// In place of the button that JupyterLab draws, which takes more of a browser than jsdom has.
vi.mock('@jupyterlab/ui-components', async () => {
  const { Widget } = await import('@lumino/widgets');
  class CommandToolbarButton extends Widget {
    constructor(readonly options: ButtonDouble['options']) {
      super();
    }
  }
  return { CommandToolbarButton, LabIcon: class {} };
});

const trans = nullTranslator.load('');
const action = createProfileAction(new SettingsSource(), trans);

/** A notebook with a code cell, whose kernel can change, and what its toolbar button shows. */
function notebook(kernel: string) {
  const state = { session: { kernel: { name: kernel } }, kernelDisplayStatus: 'idle' };
  const [statusChanged, cellChanged, ...others] = [0, 1, 2, 3, 4].map(
    () => new Signal<object, void>({})
  );
  const sessionContext = Object.assign(state, {
    kernelPreference: {},
    statusChanged,
    connectionStatusChanged: others[0],
    kernelChanged: others[1],
    kernelPreferenceChanged: others[2]
  });
  const content = { activeCell: { model: { type: 'code' } }, activeCellChanged: cellChanged };
  const panel = { sessionContext, content } as unknown as NotebookPanel;
  const button = createToolbarButton(panel, action, trans);
  const { commands, id } = (button as unknown as ButtonDouble).options;
  let updates = 0;
  commands.commandChanged.connect(() => void updates++);
  return {
    panel,
    button,
    setStatus: (status: string): void => {
      state.kernelDisplayStatus = status;
      statusChanged.emit();
    },
    isVisible: () => commands.isVisible(id),
    isEnabled: () => commands.isEnabled(id),
    caption: () => commands.caption(id),
    press: () => commands.execute(id),
    updates: () => updates
  };
}

describe('the toolbar button', () => {
  it('is there in a notebook with our kernel, whatever notebook is beside it', () => {
    const [ours, other] = [notebook('kernelscope'), notebook('python3')];
    expect(ours.isVisible()).toBe(true);
    expect(other.isVisible()).toBe(false);
  });

  it('says why it is off while the kernel is away, and is on again when it is back', () => {
    const { setStatus, isEnabled, caption, updates } = notebook('kernelscope');
    expect(isEnabled()).toBe(true);
    setStatus('dead');
    expect(isEnabled()).toBe(false);
    expect(caption()).toBe('The kernel is dead. Restart it to profile cells.');
    setStatus('idle');
    expect(isEnabled()).toBe(true);
    expect(caption()).toBe('Run the active cell under the profiler');
    expect(updates()).toBe(2);
  });

  it('profiles in its own notebook', async () => {
    const run = vi.spyOn(action, 'run').mockResolvedValue();
    const { press, panel } = notebook('kernelscope');
    notebook('kernelscope');
    await press();
    expect(run).toHaveBeenCalledExactlyOnceWith(panel);
    run.mockRestore();
  });

  it('listens no more once it is disposed', () => {
    const { button, setStatus, updates } = notebook('kernelscope');
    button.dispose();
    setStatus('dead');
    expect(updates()).toBe(0);
  });
});
