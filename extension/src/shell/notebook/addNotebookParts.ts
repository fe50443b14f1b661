import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker } from '@jupyterlab/notebook';
import type { ITableOfContentsTracker } from '@jupyterlab/toc';
import { type ITranslator, nullTranslator } from '@jupyterlab/translation';
import { createNumberFormats } from '../../shared/content/format';
import { TRANSLATION_DOMAIN } from '../../shared/host/translation';
import { addEveryCellCommand } from './addEveryCellCommand';
import { addFirstSentences } from './firstSentences';
import { addHeadingShares } from './addHeadingShares';
import { addNextProfileCommand } from './addNextProfileCommand';
import { addSidebar } from './addSidebar';
import { EveryCell } from './everyCell';
import type { IProfilesOfNotebooks } from './profilesOfNotebooks';
import type { IRunsOfNotebooks } from './runsOfNotebooks';

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
