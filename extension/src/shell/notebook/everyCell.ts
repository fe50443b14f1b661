import { type INotebookTracker, NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/content/application';
import { type ISignal, Signal } from '@lumino/signaling';
import { kernelRefusal, kernelStateOf } from '../application/kernelState';

/** `%profile on` or `%profile off` as the magic of a cell, below comments and blank lines at most. */
const SWITCH = /^(?:\s*(?:\/\/[^\n]*)?\n)*\s*%profile[ \t]+(on|off)[ \t]*(?:\n|$)/;

/**
 * Whether the kernels of notebooks profile every cell, as far as this page saw it switched: by the
 * command, or by a cell that says `%profile on`. A kernel that restarts no longer does.
 */
export class EveryCell {
  readonly #trans: TranslationBundle;
  readonly #changed = new Signal<this, void>(this);
  /** Ids of the kernels that do. */
  readonly #on = new Set<string>();

  constructor(tracker: INotebookTracker, trans: TranslationBundle) {
    this.#trans = trans;
    NotebookActions.executed.connect((_, { notebook, cell, success }) => {
      const panel = tracker.find(({ content }) => content === notebook);
      const [, word] = SWITCH.exec(cell.model.sharedModel.getSource()) ?? [];
      if (panel && success && word !== undefined) this.#set(panel, word === 'on');
    });
    tracker.widgetAdded.connect((_, panel) => this.#follow(panel));
    tracker.forEach(panel => this.#follow(panel));
  }

  /** Emitted when it was switched, and when another kernel state makes it possible or impossible. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  /** Whether the kernel of `panel` profiles every cell. */
  isOn(panel: NotebookPanel): boolean {
    const id = kernelIdOf(panel);
    return id !== undefined && this.#on.has(id);
  }

  /** Why it cannot be switched for `panel` now, or null when it can. */
  refusal(panel: NotebookPanel | null): string | null {
    if (!panel) return this.#trans.__('Open a notebook to profile its cells.');
    return kernelRefusal(kernelStateOf(panel), this.#trans);
  }

  /** Switches it: behind cells that run, and unseen in history and outputs. */
  async toggle(panel: NotebookPanel): Promise<void> {
    const kernel = panel.sessionContext.session?.kernel;
    if (!kernel || this.refusal(panel) !== null) return;
    const isOn = !this.isOn(panel);
    const code = isOn ? '%profile on' : '%profile off';
    const { done } = kernel.requestExecute({ code, silent: true, store_history: false });
    const { content } = await done;
    if (content.status === 'ok') this.#set(panel, isOn);
  }

  #set(panel: NotebookPanel, isOn: boolean): void {
    const id = kernelIdOf(panel);
    if (id === undefined) return;
    if (isOn) this.#on.add(id);
    else this.#on.delete(id);
    this.#changed.emit();
  }

  #follow({ sessionContext }: NotebookPanel): void {
    sessionContext.statusChanged.connect(({ session }, status) => {
      const id = session?.kernel?.id;
      const isGone = status === 'restarting' || status === 'autorestarting' || status === 'dead';
      if (isGone && id !== undefined) this.#on.delete(id);
      this.#changed.emit();
    });
    sessionContext.kernelChanged.connect(() => this.#changed.emit());
  }
}

function kernelIdOf({ sessionContext }: NotebookPanel): string | undefined {
  return sessionContext.session?.kernel?.id;
}
