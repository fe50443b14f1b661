import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import type { Message } from '@lumino/messaging';
import { Panel } from '@lumino/widgets';
import { TRANSLATION_DOMAIN } from '../../shared/host/translation';
import type { QueryView } from './queryView';

/**
 * The MIME type of results of queries, as `kernelscope/formats` has it: stated here too, so that the page of a
 * notebook without any loads nothing for them.
 */
export const QUERY_MIME_TYPE = 'application/vnd.kernelscope.query+json';

/** The result of a query in a cell output. What draws is loaded when the first one is on the page. */
export class QueryRenderer extends Panel implements IRenderMime.IRenderer {
  readonly #options: IRenderMime.IRendererOptions;
  #view: QueryView | null = null;
  #latest = 0;

  constructor(options: IRenderMime.IRendererOptions) {
    super();
    this.#options = options;
    this.addClass('jp-Kernelscope');
  }

  /** Shows the result of `model`, or says why it cannot. Of several calls the last one counts. */
  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const turn = ++this.#latest;
    const { QueryView } = await import('./queryView');
    if (this.isDisposed || turn !== this.#latest) return;
    if (!this.#view) {
      const { translator = nullTranslator } = this.#options;
      const trans = translator.load(TRANSLATION_DOMAIN);
      this.#view = new QueryView({ trans, language: translator.languageCode });
      this.#place();
    }
    this.#view.setData(model.data[this.#options.mimeType]);
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
