import { nullTranslator } from '@jupyterlab/translation';
import { TRANSLATION_DOMAIN } from '../../shared/host/translation';
import { LazyRenderer } from '../output/lazyRenderer';
import type { QueryView } from './queryView';

/**
 * The MIME type of results of queries, as `kernelscope/formats` has it: stated here too, so that the page of a
 * notebook without any loads nothing for them.
 */
export const QUERY_MIME_TYPE = 'application/vnd.kernelscope.query+json';

/** The result of a query in a cell output. */
export class QueryRenderer extends LazyRenderer<QueryView> {
  protected async loadView(): Promise<() => QueryView> {
    const { QueryView } = await import('./queryView');
    const { translator = nullTranslator } = this.options;
    const trans = translator.load(TRANSLATION_DOMAIN);
    return () => new QueryView({ trans, language: translator.languageCode });
  }

  protected showData(view: QueryView, data: unknown): void {
    view.setData(data);
  }
}
