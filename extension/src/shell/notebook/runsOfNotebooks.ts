import { type INotebookTracker, NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import { Token } from '@lumino/coreutils';
import type { CellProfile, RunHistory } from './cellProfile';
import { CellRuns } from './cellRuns';
import type { IProfilesOfNotebooks } from './profilesOfNotebooks';

/** Tells which runs the cells of an open notebook had. */
export interface IRunsOfNotebooks extends RunHistory {
  /** Null as long as the notebook is being loaded. The same object for as long as it is open. */
  of(panel: NotebookPanel): CellRuns | null;
}

/** Provides the {@link IRunsOfNotebooks}. */
export const IRunsOfNotebooks = new Token<IRunsOfNotebooks>(
  '@kernelscope/labextension:IRunsOfNotebooks',
  'The runs of the cells of open notebooks.'
);

/** Remembers the runs of the cells of all notebooks, each from when it is opened until it is closed. */
export class RunsOfNotebooks implements IRunsOfNotebooks {
  readonly #profiles: IProfilesOfNotebooks;
  readonly #known = new Map<NotebookPanel, CellRuns>();

  constructor(tracker: INotebookTracker, profiles: IProfilesOfNotebooks) {
    this.#profiles = profiles;
    tracker.forEach(panel => this.#follow(panel));
    tracker.widgetAdded.connect((_, panel) => this.#follow(panel));
    NotebookActions.executed.connect((_, { notebook }) => {
      const panel = tracker.find(({ content }) => content === notebook);
      if (panel) this.#known.get(panel)?.refresh();
    });
  }

  of(panel: NotebookPanel): CellRuns | null {
    const found = this.#known.get(panel);
    const profiles = found || panel.isDisposed ? null : this.#profiles.of(panel);
    if (!profiles) return found ?? null;
    const runs = new CellRuns(profiles);
    this.#known.set(panel, runs);
    panel.disposed.connect(() => {
      this.#known.delete(panel);
      runs.dispose();
    });
    return runs;
  }

  previousOf(id: string): CellProfile | null {
    return this.#notebookOf(id)?.previousOf(id) ?? null;
  }

  baselineOf(id: string): CellProfile | null {
    return this.#notebookOf(id)?.baselineOf(id) ?? null;
  }

  pin(id: string): void {
    this.#notebookOf(id)?.pin(id);
  }

  #notebookOf(id: string): CellRuns | undefined {
    return [...this.#known.values()].find(runs => runs.has(id));
  }

  #follow(panel: NotebookPanel): void {
    void panel.context.ready.then(() => this.of(panel));
  }
}
