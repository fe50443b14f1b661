import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { PROFILE_MIME_TYPE } from 'kernelscope/model';
import {
  CROSS_RANK_MIME_TYPE,
  RanksRenderer,
  type RanksRendererContext
} from './ranks/ranksRenderer';
import { QUERY_MIME_TYPE, QueryRenderer } from './query/queryRenderer';
import { browserStorage } from '../shared/elements/browserStorage';
import { FirstUse } from './hint/firstUse';
import { ProfileRenderer, type ProfileRendererContext } from './renderer';

/** Comes before HTML and plain text, which the same output also carries. */
export const RENDERER_RANK = 0;

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
