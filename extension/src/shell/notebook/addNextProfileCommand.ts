import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/host/translation';
import { isForOurKernel } from '../target/activeCell';
import { CommandIDs } from '../target/commandIds';
import { profileIcon } from '../icons/profileIcon';
import type { IProfilesOfNotebooks } from './profilesOfNotebooks';

/** The dependencies of {@link addNextProfileCommand}. */
export interface NextProfileContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly profiles: IProfilesOfNotebooks;
  readonly trans: TranslationBundle;
}

/** Registers *Go to Next Profile* for notebooks with our kernel. */
export function addNextProfileCommand(context: NextProfileContext): void {
  const { app, tracker, profiles, trans } = context;
  const isOurs = (): boolean => currentPanel(tracker) !== null;
  app.commands.addCommand(CommandIDs.nextProfile, {
    label: trans.__('Go to Next Profile'),
    caption: trans.__('Make the next cell that has a profile the active one'),
    icon: profileIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    isVisible: isOurs,
    isEnabled: isOurs,
    execute: async () => {
      const panel = currentPanel(tracker);
      if (!panel) return;
      const { goToNextProfile } = await import('./nextProfile');
      await goToNextProfile(panel, profiles.of(panel), trans);
    }
  });
}

function currentPanel({ currentWidget }: INotebookTracker): NotebookPanel | null {
  return currentWidget && isForOurKernel(currentWidget) ? currentWidget : null;
}
