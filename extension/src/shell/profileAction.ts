import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../shared/content/application';
import { activeCellOf } from './application/activeCell';
import { kernelRefusal, kernelStateOf } from './application/kernelState';
import type { ISettingsSource } from './application/settings';

/** *Profile Cell* for any notebook: whether it can be done, and doing it. */
export interface ProfileAction {
  /** Why the active cell of `panel` cannot be profiled now, or null when it can. */
  refusal(panel: NotebookPanel | null): string | null;
  /** Profiles the active cell, or notifies the person why not. Never rejects. */
  run(panel: NotebookPanel | null): Promise<void>;
}

/** Makes the one action that toolbar, palette and menus share. */
export function createProfileAction(
  settings: ISettingsSource,
  trans: TranslationBundle
): ProfileAction {
  const refusal = (panel: NotebookPanel | null): string | null => {
    if (!panel) return trans.__('Open a notebook to profile its cells.');
    const noCell = activeCellOf(panel) ? null : trans.__('Pick a code cell to profile it.');
    return kernelRefusal(kernelStateOf(panel), trans) ?? noCell;
  };
  const run = async (panel: NotebookPanel | null): Promise<void> => {
    const { profileCell, refuse } = await import('./profileCell');
    const reason = refusal(panel);
    const active = activeCellOf(panel);
    if (reason !== null) refuse(reason);
    else if (active) await profileCell(active, settings.current.profileCellOptions, trans);
  };
  return { refusal, run };
}
