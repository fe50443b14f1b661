import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../shared/content/application';
import { CommandToolbarButton } from '@jupyterlab/ui-components';
import { CommandRegistry } from '@lumino/commands';
import { isForOurKernel } from './application/activeCell';
import type { ProfileAction } from './profileAction';
import { profileIcon } from './application/profileIcon';

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
