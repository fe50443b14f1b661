import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/host/translation';
import { isForOurKernel } from '../target/activeCell';
import { CommandIDs } from '../target/commandIds';
import type { EveryCell } from './everyCell';

/** The dependencies of {@link addEveryCellCommand}. */
export interface EveryCellContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly everyCell: EveryCell;
  readonly trans: TranslationBundle;
}

/** Registers *Profile Every Cell*, which is checked while it is on. */
export function addEveryCellCommand(context: EveryCellContext): void {
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
