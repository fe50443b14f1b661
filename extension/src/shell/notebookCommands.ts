import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ICommandPalette } from '@jupyterlab/apputils';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import { isForOurKernel } from './activeCell';
import type { IProfilesOfNotebooks } from './notebook/profilesOfNotebooks';
import { profileIcon } from '../shared/elements/icons';

const CommandIDs = {
  profileEveryCell: 'kernelscope:profile-every-cell',
  profileNoCell: 'kernelscope:profile-no-cell',
  nextProfile: 'kernelscope:next-profile'
} as const;

/** The dependencies of {@link addNotebookCommands}. */
export interface NotebookCommandContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly profiles: IProfilesOfNotebooks;
  readonly palette: ICommandPalette | null;
  readonly trans: TranslationBundle;
}

type CommandOptions = CommandRegistry.ICommandOptions;

/** Registers the commands that concern a notebook as a whole, for those with our kernel. */
export function addNotebookCommands(context: NotebookCommandContext): void {
  const { app, tracker, palette, trans } = context;
  const options: Readonly<Record<string, CommandOptions>> = {
    [CommandIDs.profileEveryCell]: everyCellOptions(context, {
      state: 'on',
      label: trans.__('Profile Every Cell'),
      caption: trans.__('Profile every later cell, without CPU samples')
    }),
    [CommandIDs.profileNoCell]: everyCellOptions(context, {
      state: 'off',
      label: trans.__('Stop Profiling Every Cell'),
      caption: trans.__('Profile only the cells that ask for it')
    }),
    [CommandIDs.nextProfile]: nextProfileOptions(context)
  };
  const isOurs = (): boolean => currentPanel(tracker) !== null;
  const common = {
    icon: profileIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    isVisible: isOurs,
    isEnabled: isOurs
  };
  const category = trans.__('Kernelscope');
  for (const [command, own] of Object.entries(options)) {
    app.commands.addCommand(command, { ...common, ...own });
    palette?.addItem({ command, category });
  }
  followKernels(app, tracker);
}

function everyCellOptions(
  { tracker, trans }: NotebookCommandContext,
  { state, ...texts }: { readonly state: 'on' | 'off'; label: string; caption: string }
): CommandOptions {
  return {
    ...texts,
    execute: async () => {
      const panel = currentPanel(tracker);
      if (!panel) return;
      const { profileEveryCell } = await import('./everyCell');
      await profileEveryCell(panel, state, trans);
    }
  };
}

function nextProfileOptions({ tracker, profiles, trans }: NotebookCommandContext): CommandOptions {
  return {
    label: trans.__('Go to Next Profile'),
    caption: trans.__('Make the next cell that has a profile the active one'),
    execute: async () => {
      const panel = currentPanel(tracker);
      if (!panel) return;
      const { goToNextProfile } = await import('./notebook/nextProfile');
      await goToNextProfile(panel, profiles.of(panel), trans);
    }
  };
}

function currentPanel({ currentWidget }: INotebookTracker): NotebookPanel | null {
  return currentWidget && isForOurKernel(currentWidget) ? currentWidget : null;
}

/** Menus and palette ask again whenever another notebook or kernel is at hand. */
function followKernels({ commands }: JupyterFrontEnd, tracker: INotebookTracker): void {
  const changed = (): void => {
    for (const command of Object.values(CommandIDs)) commands.notifyCommandChanged(command);
  };
  tracker.currentChanged.connect(changed);
  tracker.widgetAdded.connect((_, panel) => {
    panel.sessionContext.kernelChanged.connect(changed);
  });
}
