import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ICommandPalette } from '@jupyterlab/apputils';
import type { INotebookTracker } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../shared/content/application';
import { type ActiveCell, activeCellOf, isForOurKernel, sourceOf } from './application/activeCell';
import { CommandIDs } from './application/commandIds';
import type { ISettingsSource } from './application/settings';
import { profileIcon } from './application/profileIcon';

/** The dependencies of {@link addCommands}. */
export interface CommandContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly settings: ISettingsSource;
  readonly palette: ICommandPalette | null;
  readonly trans: TranslationBundle;
}

/** Registers *Profile Cell* and *Remove %%profile* for notebooks with our kernel. */
export function addCommands({ app, tracker, settings, palette, trans }: CommandContext): void {
  const { commands } = app;
  const describedBy = { args: { type: 'object', properties: {} } };
  const current = (): ActiveCell | null => currentCell(tracker);
  commands.addCommand(CommandIDs.profileCell, {
    label: trans.__('Profile Cell'),
    caption: trans.__('Run the active cell under the profiler'),
    icon: profileIcon,
    describedBy,
    isVisible: () => tracker.currentWidget !== null && isForOurKernel(tracker.currentWidget),
    isEnabled: () => current() !== null,
    execute: async () => {
      const { createProfileAction } = await import('./profileAction');
      await createProfileAction(settings, trans).run(tracker.currentWidget);
    }
  });
  commands.addCommand(CommandIDs.unprofileCell, {
    label: trans.__('Remove %1', '%%profile'),
    caption: trans.__('Make the active cell run without the profiler again'),
    icon: profileIcon,
    describedBy,
    isVisible: () => mentionsMagic(current()),
    isEnabled: () => mentionsMagic(current()),
    execute: async () => {
      const active = current();
      if (!active) return;
      const { unprofileCell } = await import('./profileCell');
      unprofileCell(active);
    }
  });
  followNotebooks(app, tracker);
  const category = trans.__('Kernelscope');
  for (const command of Object.values(CommandIDs)) palette?.addItem({ command, category });
}

function currentCell({ currentWidget }: INotebookTracker): ActiveCell | null {
  return currentWidget && isForOurKernel(currentWidget) ? activeCellOf(currentWidget) : null;
}

/** A cheap look, good enough to offer a command; the command itself parses the cell. */
function mentionsMagic(active: ActiveCell | null): boolean {
  return active !== null && /^\s*(\/\/\s*)?%%profile\b/m.test(sourceOf(active.cell));
}

/** Menus and palette ask again whenever another notebook, kernel or cell is at hand. */
function followNotebooks({ commands }: JupyterFrontEnd, tracker: INotebookTracker): void {
  const changed = (): void => {
    const ours = Object.values(CommandIDs).filter(command => commands.hasCommand(command));
    for (const command of ours) commands.notifyCommandChanged(command);
  };
  tracker.currentChanged.connect(changed);
  tracker.activeCellChanged.connect(changed);
  tracker.widgetAdded.connect((_, panel) => {
    panel.sessionContext.kernelChanged.connect(changed);
  });
}
