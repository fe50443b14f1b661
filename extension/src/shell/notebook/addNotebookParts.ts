import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { ITableOfContentsTracker } from '@jupyterlab/toc';
import { type ITranslator, nullTranslator } from '@jupyterlab/translation';
import { createNumberFormats } from '../../shared/content/format';
import { TRANSLATION_DOMAIN, type TranslationBundle } from '../../shared/host/translation';
import { addFirstSentences } from './firstSentences';
import { addHeadingShares } from './addHeadingShares';
import { addSidebar } from './addSidebar';
import { EveryCell } from './everyCell';
import type { IProfilesOfNotebooks } from './profilesOfNotebooks';
import type { IRunsOfNotebooks } from './runsOfNotebooks';
import { isForOurKernel } from '../application/activeCell';
import { CommandIDs } from '../application/commandIds';
import { profileIcon } from '../application/profileIcon';

/** The dependencies of {@link addEveryCellCommand}. */
interface EveryCellContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly everyCell: EveryCell;
  readonly trans: TranslationBundle;
}

/** Registers *Profile Every Cell*, which is checked while it is on. */
function addEveryCellCommand(context: EveryCellContext): void {
  const { app, tracker, everyCell, trans } = context;
  const { commands } = app;
  const command = CommandIDs.profileEveryCell;
  commands.addCommand(command, {
    label: trans.__('Profile Every Cell'),
    caption: () =>
      everyCell.refusal(tracker.currentWidget) ??
      trans.__('Record every cell that runs, in one line each'),
    describedBy: { args: { type: 'object', properties: {} } },
    isVisible: () => tracker.currentWidget !== null && isForOurKernel(tracker.currentWidget),
    isEnabled: () => everyCell.refusal(tracker.currentWidget) === null,
    isToggleable: true,
    isToggled: () => tracker.currentWidget !== null && everyCell.isOn(tracker.currentWidget),
    execute: async () => {
      if (tracker.currentWidget) await everyCell.toggle(tracker.currentWidget);
    }
  });
  const changed = (): void => commands.notifyCommandChanged(command);
  tracker.currentChanged.connect(changed);
  everyCell.changed.connect(changed);
}

/** The dependencies of {@link addNextProfileCommand}. */
interface NextProfileContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly profiles: IProfilesOfNotebooks;
  readonly trans: TranslationBundle;
}

/** Registers *Go to Next Profile* for notebooks with our kernel. */
function addNextProfileCommand(context: NextProfileContext): void {
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

/** The dependencies of {@link addNotebookParts}. */
export interface NotebookPartsContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly profiles: IProfilesOfNotebooks;
  readonly runs: IRunsOfNotebooks;
  readonly toc: ITableOfContentsTracker | null;
  readonly translator: ITranslator | null;
}

/** Adds what shows a notebook as a whole: the sidebar, the marks of headings, commands. */
export function addNotebookParts(context: NotebookPartsContext): void {
  const { app, tracker, profiles, runs, toc } = context;
  const translator = context.translator ?? nullTranslator;
  const trans = translator.load(TRANSLATION_DOMAIN);
  const language = translator.languageCode;
  const everyCell = new EveryCell(tracker, trans);
  addEveryCellCommand({ app, tracker, everyCell, trans });
  addNextProfileCommand({ app, tracker, profiles, trans });
  addFirstSentences({ tracker, profiles, trans, formats: createNumberFormats(language) });
  addSidebar({ app, tracker, runs, everyCell, trans, language });
  if (toc) addHeadingShares({ tracker, toc, runs, formats: createNumberFormats(language) });
}
