import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { IProfilesOfNotebooks } from '../notebook/profilesOfNotebooks';
import { RunHistory } from './runHistory';

/** A history of the cells of all notebooks, each from when it is opened until it is closed. */
export function followRuns(tracker: INotebookTracker, profiles: IProfilesOfNotebooks): RunHistory {
  const history = new RunHistory();
  const follow = async (panel: NotebookPanel): Promise<void> => {
    await panel.context.ready;
    const found = panel.isDisposed ? null : profiles.of(panel);
    if (found === null) return;
    const followed = history.follow(found);
    panel.disposed.connect(() => followed.dispose());
  };
  tracker.forEach(panel => void follow(panel));
  tracker.widgetAdded.connect((_, panel) => void follow(panel));
  return history;
}
