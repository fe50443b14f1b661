import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { nullTranslator } from '@jupyterlab/translation';
import { TRANSLATION_DOMAIN } from '../../shared/content/application';
import { LazyRenderer } from './lazyRenderer';
import type { FigureView } from './figureView';

/** The MIME type of figures of Plotly. */
const FIGURE_MIME_TYPE = 'application/vnd.plotly.v1+json';

/** Comes before HTML and plain text, as Plotly's own extension does. */
const FIGURE_RANK = 0;

/** A figure of Plotly in a cell output. */
class FigureRenderer extends LazyRenderer<FigureView> {
  protected async loadView(): Promise<() => FigureView> {
    const { FigureView } = await import('./figureView');
    const { translator = nullTranslator } = this.options;
    const trans = translator.load(TRANSLATION_DOMAIN);
    return () => new FigureView(trans);
  }

  protected showData(view: FigureView, data: unknown): Promise<void> {
    return view.setData(data);
  }
}

/**
 * Has figures of Plotly drawn where nothing else does: an extension that draws them keeps them, and takes them over where
 * it comes later. A figure may load pictures from elsewhere, so that an untrusted notebook does not have it drawn.
 */
export function addFigureRenderer(registry: IRenderMimeRegistry): void {
  if (registry.getFactory(FIGURE_MIME_TYPE) !== undefined) return;
  registry.addFactory(
    {
      safe: false,
      mimeTypes: [FIGURE_MIME_TYPE],
      createRenderer: options => new FigureRenderer(options)
    },
    FIGURE_RANK
  );
}
