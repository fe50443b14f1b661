import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import { PROFILE_MIME_TYPE } from 'kernelscope/model';
import { TRANSLATION_DOMAIN, browserStorage } from '../shared/content/application';
import { LazyRenderer } from './outputs/lazyRenderer';
import type { QueryView } from './outputs/queryView';
import type { RanksView } from './outputs/ranksView';
import type { FileRequest } from './sidecar/fileRequest';
import { FirstUse } from './firstUse';
import { ProfileRenderer, type ProfileRendererContext } from './renderer';

/** Comes before HTML and plain text, which the same output also carries. */
export const RENDERER_RANK = 0;

/**
 * The MIME type of comparisons of ranks, as `kernelscope/formats` has it: stated here too, so that the page
 * of a notebook without any loads nothing for them.
 */
const CROSS_RANK_MIME_TYPE = 'application/vnd.kernelscope.ranks+json';

/** The context that renderers share. */
export interface RanksRendererContext {
  readonly request: FileRequest;
}

/** A comparison of ranks in a cell output. */
class RanksRenderer extends LazyRenderer<RanksView> {
  readonly #context: RanksRendererContext;

  constructor(options: IRenderMime.IRendererOptions, context: RanksRendererContext) {
    super(options);
    this.#context = context;
  }

  protected async loadView(): Promise<() => RanksView> {
    const { RanksView } = await import('./outputs/ranksView');
    const { translator = nullTranslator, resolver } = this.options;
    const trans = translator.load(TRANSLATION_DOMAIN);
    const language = translator.languageCode;
    return () => new RanksView({ ...this.#context, trans, language, resolver });
  }

  protected showData(view: RanksView, data: unknown): Promise<void> {
    return view.setData(data);
  }
}

/**
 * The MIME type of results of queries, as `kernelscope/formats` has it: stated here too, so that the page of a
 * notebook without any loads nothing for them.
 */
const QUERY_MIME_TYPE = 'application/vnd.kernelscope.query+json';

/** The result of a query in a cell output. */
class QueryRenderer extends LazyRenderer<QueryView> {
  protected async loadView(): Promise<() => QueryView> {
    const { QueryView } = await import('./outputs/queryView');
    const { translator = nullTranslator } = this.options;
    const trans = translator.load(TRANSLATION_DOMAIN);
    return () => new QueryView({ trans, language: translator.languageCode });
  }

  protected showData(view: QueryView, data: unknown): void {
    view.setData(data);
  }
}

/** Makes the renderer of comparisons of ranks. It is safe too. */
export function createRanksFactory(context: RanksRendererContext): IRenderMime.IRendererFactory {
  return {
    safe: true,
    mimeTypes: [CROSS_RANK_MIME_TYPE],
    createRenderer: options => new RanksRenderer(options, context)
  };
}

/** Makes the renderer of results of queries. It is safe too. */
export function createQueryFactory(): IRenderMime.IRendererFactory {
  return {
    safe: true,
    mimeTypes: [QUERY_MIME_TYPE],
    createRenderer: options => new QueryRenderer(options)
  };
}

/** Makes the renderer of profile outputs. It is safe: untrusted notebooks keep the view. */
export function createRendererFactory(
  context: ProfileRendererContext
): IRenderMime.IRendererFactory {
  const shared = { ...context, firstUse: new FirstUse(browserStorage()) };
  return {
    safe: true,
    mimeTypes: [PROFILE_MIME_TYPE],
    createRenderer: options => new ProfileRenderer(options, shared)
  };
}
