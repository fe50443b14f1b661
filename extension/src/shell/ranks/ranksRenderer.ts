import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import { TRANSLATION_DOMAIN } from '../../shared/host/translation';
import { LazyRenderer } from '../output/lazyRenderer';
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

/** A comparison of ranks in a cell output. */
export class RanksRenderer extends LazyRenderer<RanksView> {
  readonly #context: RanksRendererContext;

  constructor(options: IRenderMime.IRendererOptions, context: RanksRendererContext) {
    super(options);
    this.#context = context;
  }

  protected async loadView(): Promise<() => RanksView> {
    const { RanksView } = await import('./ranksView');
    const { translator = nullTranslator, resolver } = this.options;
    const trans = translator.load(TRANSLATION_DOMAIN);
    const language = translator.languageCode;
    return () => new RanksView({ ...this.#context, trans, language, resolver });
  }

  protected showData(view: RanksView, data: unknown): Promise<void> {
    return view.setData(data);
  }
}
