import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/host/translation';
import type { Message } from '@lumino/messaging';
import { Panel } from '@lumino/widgets';
import { createNumberFormats } from '../../shared/content/format';
import { profileIcon } from '../application/profileIcon';
import { isForOurKernel } from '../application/activeCell';
import type { EveryCell } from './everyCell';
import type { NotebookSidebar, ShownNotebook } from './notebookSidebar';
import type { IRunsOfNotebooks } from './runsOfNotebooks';

/** The dependencies of {@link addSidebar}. */
export interface SidebarContext {
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
export function addSidebar(context: SidebarContext): void {
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
