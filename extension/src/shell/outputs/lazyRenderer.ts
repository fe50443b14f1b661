import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import type { Message } from '@lumino/messaging';
import { Panel, type Widget } from '@lumino/widgets';
import { loadPart } from '../../shared/content/application';

/**
 * An output in a cell. Thin on purpose: everything that draws is loaded when the first such output is on the
 * page. An update of the same output keeps the view and what was set in it.
 */
export abstract class LazyRenderer<View extends Widget>
  extends Panel
  implements IRenderMime.IRenderer
{
  protected readonly options: IRenderMime.IRendererOptions;
  #view: View | null = null;
  #latest = 0;

  constructor(options: IRenderMime.IRendererOptions) {
    super();
    this.options = options;
    this.addClass('jp-Kernelscope');
  }

  /** Shows the output of `model`, or says why it cannot. Of several calls the last one counts. */
  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const turn = ++this.#latest;
    const make = await loadPart(() => this.loadView());
    if (this.isDisposed || turn !== this.#latest) return;
    if (!this.#view) {
      this.#view = make();
      this.#place();
    }
    await this.showData(this.#view, model.data[this.options.mimeType]);
  }

  override dispose(): void {
    this.#view?.dispose();
    super.dispose();
  }

  /** The view, once there is one. */
  protected get view(): View | null {
    return this.#view;
  }

  /** Loads what draws. Returns a function that makes the view. */
  protected abstract loadView(): Promise<() => View>;

  protected abstract showData(view: View, data: unknown): Promise<void> | void;

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#place();
  }

  /**
   * Notebooks attach outputs in two steps with a pause between them. A widget put in during that
   * pause would miss the first, where Lumino's tab bars begin to listen.
   */
  #place(): void {
    if (this.#view && !this.#view.parent && this.isAttached) this.addWidget(this.#view);
  }
}
