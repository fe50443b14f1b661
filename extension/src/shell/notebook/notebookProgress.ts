import { Notification } from '@jupyterlab/apputils';
import type { CodeCell } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { type TranslationBundle, ON_THE_PAGE } from '../../shared/content/application';
import type { PanelLayout } from '@lumino/widgets';
import type { RecordingProgress } from 'kernelscope/model';
import { type NumberFormats, createNumberFormats } from '../../shared/content/format';
import { clipText } from 'kernelscope/web';
import { progressOf } from './progressMessage';
import type { ProgressStrip } from './progressStrip';

interface ProgressOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/**
 * Shows below each cell of a notebook how far its recording has come, for as long as it goes on.
 * `language` is the BCP 47 tag of the interface language.
 */
export function followProgress(
  panel: NotebookPanel,
  trans: TranslationBundle,
  language: string
): void {
  if (panel.isDisposed) return;
  const { sessionContext } = panel;
  const progress = new NotebookProgress(panel, { trans, formats: createNumberFormats(language) });
  const clear = (): void => progress.set(null);
  sessionContext.iopubMessage.connect((_, message) => {
    const state = progressOf(message);
    if (state !== null) progress.set(state.phase === 'ended' ? null : state);
  });
  sessionContext.kernelChanged.connect(clear);
  sessionContext.statusChanged.connect((_, status) => {
    if (status !== 'busy' && status !== 'idle') clear();
  });
  sessionContext.connectionStatusChanged.connect((_, status) => {
    if (status !== 'connected') clear();
  });
  panel.disposed.connect(clear);
}

/** The strip of one notebook: a kernel runs one cell at a time. */
class NotebookProgress {
  readonly #panel: NotebookPanel;
  readonly #options: ProgressOptions;
  #latest: RecordingProgress | null = null;
  #strip: ProgressStrip | null = null;

  constructor(panel: NotebookPanel, options: ProgressOptions) {
    this.#panel = panel;
    this.#options = options;
  }

  /** Shows the state of a recording; null: none goes on. */
  set(progress: RecordingProgress | null): void {
    this.#latest = progress;
    if (progress === null) this.#remove();
    else void this.#draw();
  }

  async #draw(): Promise<void> {
    const { ProgressStrip } = await import('./progressStrip');
    const progress = this.#latest;
    const cell = progress === null ? null : this.#drawnCell(progress.cellId);
    if (progress === null || cell === null) return;
    if (this.#strip === null || this.#strip.parent !== cell) {
      this.#remove();
      this.#strip = new ProgressStrip({ ...this.#options, onStop: () => void this.#interrupt() });
      insertBelowOutputs(cell, this.#strip);
    }
    this.#strip.setProgress(progress);
  }

  /** Cells far out of sight are not drawn yet. */
  #drawnCell(cellId: string): CodeCell | null {
    const cell = this.#panel.content.widgets.find(({ model }) => model.id === cellId);
    return cell?.model.type === 'code' && !cell.isPlaceholder() ? (cell as CodeCell) : null;
  }

  #remove(): void {
    const hadFocus = this.#strip?.node.contains(document.activeElement) === true;
    this.#strip?.dispose();
    this.#strip = null;
    if (hadFocus) this.#panel.content.activate();
  }

  async #interrupt(): Promise<void> {
    const { trans } = this.#options;
    try {
      await this.#panel.sessionContext.session?.kernel?.interrupt();
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const text = trans.__('The kernel could not be interrupted: %1', clipText(detail));
      Notification.error(text, ON_THE_PAGE);
    }
  }
}

function insertBelowOutputs(cell: CodeCell, strip: ProgressStrip): void {
  const layout = cell.layout as PanelLayout;
  const { parent } = cell.outputArea;
  const outputs = parent === null ? -1 : layout.widgets.indexOf(parent);
  layout.insertWidget(outputs < 0 ? layout.widgets.length : outputs + 1, strip);
}
