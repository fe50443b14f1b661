import type { NotebookPanel } from '@jupyterlab/notebook';
import { CommandToolbarButton } from '@jupyterlab/ui-components';
import { CommandRegistry } from '@lumino/commands';
import type { TranslationBundle } from '../shared/content/application';
import { activeCellOf, isForOurKernel } from './application/activeCell';
import { kernelRefusal, kernelStateOf } from './application/kernelState';
import type { ISettingsSource } from './application/settings';
import { profileIcon } from './application/profileIcon';

/** *Profile Cell* for any notebook: whether it can be done, and doing it. */
interface ProfileAction {
  /** Why the active cell of `panel` cannot be profiled now, or null when it can. */
  refusal(panel: NotebookPanel | null): string | null;
  /** Profiles the active cell, or notifies the person why not. Never rejects. */
  run(panel: NotebookPanel | null): Promise<void>;
}

/** Makes the one action that toolbar, palette and menus share. */
export function createProfileAction(
  settings: ISettingsSource,
  trans: TranslationBundle
): ProfileAction {
  const refusal = (panel: NotebookPanel | null): string | null => {
    if (!panel) return trans.__('Open a notebook to profile its cells.');
    const noCell = activeCellOf(panel) ? null : trans.__('Pick a code cell to profile it.');
    return kernelRefusal(kernelStateOf(panel), trans) ?? noCell;
  };
  const run = async (panel: NotebookPanel | null): Promise<void> => {
    const { profileCell, refuse } = await import('./profileCell');
    const reason = refusal(panel);
    const active = activeCellOf(panel);
    if (reason !== null) refuse(reason);
    else if (active) await profileCell(active, settings.current.profileCellOptions, trans);
  };
  return { refusal, run };
}

const COMMAND = 'profile-cell';

/**
 * The toolbar button of one notebook. It follows that notebook and no other: the application's
 * commands know the current notebook only, and several can be in sight side by side.
 */
export function createToolbarButton(
  panel: NotebookPanel,
  action: ProfileAction,
  trans: TranslationBundle
): CommandToolbarButton {
  const commands = new CommandRegistry();
  commands.addCommand(COMMAND, {
    label: trans.__('Profile Cell'),
    caption: () => action.refusal(panel) ?? trans.__('Run the active cell under the profiler'),
    icon: profileIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    isVisible: () => isForOurKernel(panel),
    isEnabled: () => action.refusal(panel) === null,
    execute: () => action.run(panel)
  });
  const button = new CommandToolbarButton({ commands, id: COMMAND, label: '' });
  const update = (): void => commands.notifyCommandChanged(COMMAND);
  const { sessionContext, content } = panel;
  for (const signal of [
    sessionContext.statusChanged,
    sessionContext.connectionStatusChanged,
    sessionContext.kernelChanged,
    sessionContext.kernelPreferenceChanged,
    content.activeCellChanged
  ]) {
    signal.connect(update, button);
  }
  return button;
}
