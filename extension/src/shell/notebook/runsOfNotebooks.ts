import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { NotebookActions } from '@jupyterlab/notebook';
import { isForOurKernel } from '../target/activeCell';
import { CellRuns } from './cellRuns';
import type { IProfilesOfNotebooks } from './profilesOfNotebooks';

/** Remembers the runs of the cells of notebooks with our kernel, from when they are opened. */
export class RunsOfNotebooks {
  readonly #profiles: IProfilesOfNotebooks;
  readonly #known = new WeakMap<NotebookPanel, CellRuns>();

  constructor(tracker: INotebookTracker, profiles: IProfilesOfNotebooks) {
    this.#profiles = profiles;
    tracker.forEach(panel => this.#follow(panel));
    tracker.widgetAdded.connect((_, panel) => this.#follow(panel));
    NotebookActions.executed.connect((_, { notebook }) => {
      const panel = tracker.find(({ content }) => content === notebook);
      if (panel) this.#known.get(panel)?.refresh();
    });
  }

  /** Null as long as the notebook is being loaded. */
  of(panel: NotebookPanel): CellRuns | null {
    const found = this.#known.get(panel);
    const profiles = found ? null : this.#profiles.of(panel);
    if (!profiles) return found ?? null;
    const runs = new CellRuns(profiles);
    this.#known.set(panel, runs);
    panel.disposed.connect(() => runs.dispose());
    return runs;
  }

  #follow(panel: NotebookPanel): void {
    void panel.context.ready.then(() => {
      if (!panel.isDisposed && isForOurKernel(panel)) this.of(panel);
    });
  }
}
