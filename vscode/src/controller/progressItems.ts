import {
  type Disposable,
  EventEmitter,
  type NotebookCell,
  NotebookCellStatusBarAlignment,
  NotebookCellStatusBarItem,
  type NotebookDocument,
  l10n,
  notebooks
} from 'vscode';
import type { RecordingProgress } from 'kernelscope/model';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { NOTEBOOK_TYPE } from './notebookFile';

/** The command that interrupts a cell that is recorded; its argument is the address of the notebook. */
export const STOP_COMMAND = 'kernelscope.stopCell';

const formats = createNumberFormats('en');

/** How far recordings have come, in the status bars of their cells: no part of the notebook. */
export class ProgressItems implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #states = new WeakMap<NotebookDocument, Map<string, RecordingProgress>>();
  readonly #idOf: (cell: NotebookCell) => string;
  readonly #registration: Disposable;

  /** `idOf` names a cell as {@link set} does. */
  constructor(idOf: (cell: NotebookCell) => string) {
    this.#idOf = idOf;
    this.#registration = notebooks.registerNotebookCellStatusBarItemProvider(NOTEBOOK_TYPE, {
      onDidChangeCellStatusBarItems: this.#changed.event,
      provideCellStatusBarItems: cell => this.#itemOf(cell)
    });
  }

  /** Shows the state of the recording of a cell; null: none goes on. */
  set(notebook: NotebookDocument, cellId: string, progress: RecordingProgress | null): void {
    const states = this.#states.get(notebook) ?? new Map<string, RecordingProgress>();
    this.#states.set(notebook, states);
    if (progress === null && !states.has(cellId)) return;
    if (progress === null) states.delete(cellId);
    else states.set(cellId, progress);
    this.#changed.fire();
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  #itemOf(cell: NotebookCell): NotebookCellStatusBarItem | null {
    const progress = this.#states.get(cell.notebook)?.get(this.#idOf(cell));
    if (progress === undefined) return null;
    const item = new NotebookCellStatusBarItem(
      `$(pulse) ${textOf(progress)}`,
      NotebookCellStatusBarAlignment.Left
    );
    if (progress.phase === 'snapshot' || progress.phase === 'preparing') return item;
    const title = l10n.t('Interrupt the cell and show the profile so far');
    item.tooltip = title;
    item.command = { command: STOP_COMMAND, title, arguments: [cell.notebook.uri] };
    return item;
  }
}

/** A line such as `Profiling · 3 s · 120 MB · 1,234 slices`. */
function textOf({ phase, name, elapsedMs, rssBytes, slices }: RecordingProgress): string {
  if (phase === 'preparing') return l10n.t('Preparing the profile…');
  if (phase === 'snapshot') return l10n.t('Taking a heap snapshot…');
  if (phase === 'waiting') return l10n.t('Waiting for the GPU…');
  const title = name === null ? l10n.t('Profiling') : l10n.t('Profiling {0}', name.slice(0, 60));
  const time = l10n.t('{0} s', formats.count(Math.floor(elapsedMs / 1000)));
  const count = l10n.t('{0} slices', formats.count(slices));
  return [title, time, formats.bytes(rssBytes), count].join(' · ');
}
