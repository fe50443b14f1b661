import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import {
  type ITableOfContentsTracker,
  type TableOfContents,
  TableOfContentsModel
} from '@jupyterlab/toc';
import { type ITranslator, nullTranslator } from '@jupyterlab/translation';
import type { ICellModel } from '@jupyterlab/cells';
import type { Message } from '@lumino/messaging';
import { Panel } from '@lumino/widgets';
import { type NumberFormats, createNumberFormats } from '../../shared/content/format';
import { TRANSLATION_DOMAIN, type TranslationBundle } from '../../shared/content/application';
import { addFirstSentences } from './firstSentences';
import { EveryCell } from './everyCell';
import type { IProfilesOfNotebooks } from './profilesOfNotebooks';
import type { IRunsOfNotebooks } from './runsOfNotebooks';
import { isForOurKernel } from '../application/activeCell';
import { CommandIDs } from '../application/commandIds';
import { profileIcon } from '../application/profileIcon';
import type { CellRuns } from './cellRuns';
import { headingShares, markHeading } from './headingShares';
import type { NotebookSidebar, ShownNotebook } from './notebookSidebar';

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

/** The dependencies of {@link addHeadingShares}. */
interface HeadingContext {
  readonly tracker: INotebookTracker;
  readonly toc: ITableOfContentsTracker;
  readonly runs: IRunsOfNotebooks;
  readonly formats: NumberFormats;
}

/**
 * Marks each heading in the table of contents of a notebook with the share of the profiled time that
 * was spent below it.
 */
function addHeadingShares(context: HeadingContext): void {
  const { tracker } = context;
  const followed = new WeakSet<object>();
  const follow = (panel: NotebookPanel): void => {
    const runs = context.runs.of(panel);
    const model = context.toc.get(panel);
    if (!runs || !isTocModel(model)) return;
    const mark = (): void => markAll(model, { panel, runs, formats: context.formats });
    if (!followed.has(model)) {
      followed.add(model);
      model.headingsChanged.connect(mark);
      runs.changed.connect(mark);
    }
    mark();
  };
  const later = (panel: NotebookPanel | null): void => {
    // JupyterLab makes the table of a notebook while that becomes the current one.
    if (panel) void panel.context.ready.then(() => setTimeout(() => follow(panel)));
  };
  tracker.currentChanged.connect((_, panel) => later(panel));
  tracker.widgetAdded.connect((_, panel) => {
    void panel.context.ready.then(() => {
      context.runs.of(panel)?.changed.connect(() => follow(panel));
    });
  });
  later(tracker.currentWidget);
}

interface MarkedNotebook {
  readonly panel: NotebookPanel;
  readonly runs: CellRuns;
  readonly formats: NumberFormats;
}

type TocModel = TableOfContentsModel<TableOfContents.IHeading>;

function isTocModel(model: unknown): model is TocModel {
  return model instanceof TableOfContentsModel;
}

function markAll(model: TocModel, marked: MarkedNotebook): void {
  const { panel, runs, formats } = marked;
  if (model.isDisposed || panel.isDisposed) return;
  const cells = [...(panel.model?.cells ?? [])];
  const places = new Map<ICellModel, number>(cells.map((cell, index) => [cell, index]));
  const times = runs.list().flatMap(({ cell, runs: [...all] }) => {
    const index = places.get(cell);
    const wallNs = all.at(-1)?.wallNs ?? 0;
    return index === undefined ? [] : [{ index, wallNs }];
  });
  const headings = model.headings.flatMap(heading => {
    const index = places.get(cellOf(heading) as ICellModel);
    return index === undefined ? [] : [{ heading, index, level: heading.level }];
  });
  const shares = headingShares(headings, times);
  const changes = headings.filter(({ heading }, at) => markHeading(heading, shares[at], formats));
  if (changes.length > 0) model.stateChanged.emit();
}

/** The cell of a heading, which those of notebooks have. */
function cellOf(heading: TableOfContents.IHeading): ICellModel | undefined {
  return (heading as { readonly cellRef?: { readonly model: ICellModel } }).cellRef?.model;
}

/** The dependencies of {@link addSidebar}. */
interface SidebarContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly runs: IRunsOfNotebooks;
  readonly everyCell: EveryCell;
  readonly trans: TranslationBundle;
  /** BCP 47 tag of the interface language. */
  readonly language: string;
}

const RANK = 600;

/** The place of the sidebar: what it shows is loaded when it is first opened. */
class SidebarPanel extends Panel {
  readonly #load: () => Promise<NotebookSidebar>;
  #isLoading = false;

  constructor(load: () => Promise<NotebookSidebar>) {
    super();
    this.#load = load;
    this.id = 'kernelscope-notebook';
    this.title.icon = profileIcon;
    this.addClass('jp-Kernelscope-sidebarPlace');
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    void this.#fill();
  }

  async #fill(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const content = await this.#load();
    if (this.isDisposed) content.dispose();
    else this.addWidget(content);
  }
}

/** Adds the sidebar of profiled cells, which follows the current notebook. */
function addSidebar(context: SidebarContext): void {
  const { app, runs, tracker, trans } = context;
  const current = (): ShownNotebook | null => {
    const panel = tracker.currentWidget;
    const found = panel && isForOurKernel(panel) ? runs.of(panel) : null;
    return panel && found ? { panel, runs: found } : null;
  };
  const sidebar = new SidebarPanel(async () => {
    const { NotebookSidebar } = await import('./notebookSidebar');
    const formats = createNumberFormats(context.language);
    const onGoTo = (panel: NotebookPanel, index: number): void => void goTo(app, panel, index);
    const content = new NotebookSidebar({ ...context, formats, onGoTo });
    const update = (): void => content.setNotebook(current());
    tracker.currentChanged.connect(update);
    context.everyCell.changed.connect(update);
    tracker.widgetAdded.connect((_, panel) => void panel.context.ready.then(update));
    void tracker.currentWidget?.context.ready.then(update);
    update();
    return content;
  });
  sidebar.title.caption = trans.__('Profiled cells');
  app.shell.add(sidebar, 'right', { rank: RANK, type: 'Kernelscope' });
}

/** Brings a cell into sight, makes it the active one, and gives its notebook the focus. */
async function goTo(
  { shell }: JupyterFrontEnd,
  panel: NotebookPanel,
  index: number
): Promise<void> {
  const { content } = panel;
  shell.activateById(panel.id);
  content.deselectAll();
  content.activeCellIndex = index;
  await content.scrollToItem(index, 'smart');
}
