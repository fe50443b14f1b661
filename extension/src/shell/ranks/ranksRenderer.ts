import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import type { Message } from '@lumino/messaging';
import { Panel } from '@lumino/widgets';
import { TRANSLATION_DOMAIN } from '../../shared/host/translation';
import type { FileRequest } from '../sidecar/fileRequest';
import type { RanksView } from './ranksView';

/**
 * The MIME type of comparisons of ranks, as `kernelscope/formats` has it: stated here too, so that the page
 * of a notebook without any loads nothing for them.
 */
export const CROSS_RANK_MIME_TYPE = 'application/vnd.kernelscope.ranks+json';

/** The context that renderers share. */
export interface RanksRendererContext {
  readonly request: FileRequest;
}

/** A comparison of ranks in a cell output. What draws is loaded when the first one is on the page. */
export class RanksRenderer extends Panel implements IRenderMime.IRenderer {
  readonly #options: IRenderMime.IRendererOptions;
  readonly #context: RanksRendererContext;
  #view: RanksView | null = null;
  #latest = 0;

  constructor(options: IRenderMime.IRendererOptions, context: RanksRendererContext) {
    super();
    this.#options = options;
    this.#context = context;
    this.addClass('jp-Kernelscope');
  }

  /** Shows the comparison of `model`, or says why it cannot. Of several calls the last one counts. */
  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const turn = ++this.#latest;
    const { RanksView } = await import('./ranksView');
    if (this.isDisposed || turn !== this.#latest) return;
    if (!this.#view) {
      const { translator = nullTranslator, resolver } = this.#options;
      const trans = translator.load(TRANSLATION_DOMAIN);
      const language = translator.languageCode;
      this.#view = new RanksView({ ...this.#context, trans, language, resolver });
      this.#place();
    }
    await this.#view.setData(model.data[this.#options.mimeType]);
  }

  override dispose(): void {
    this.#view?.dispose();
    super.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#place();
  }

  /** Once it is on the page: notebooks attach outputs in two steps with a pause between them. */
  #place(): void {
    if (this.#view && !this.#view.parent && this.isAttached) this.addWidget(this.#view);
  }
}
