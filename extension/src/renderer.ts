import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import { Panel } from '@lumino/widgets';
import type { ProfileView } from './profileView';
import type { ISettingsSource } from './settings';
import { TRANSLATION_DOMAIN } from './shared/translation';

/**
 * A profile in a cell output. Thin on purpose: everything that draws is loaded when the first
 * profile is on the page. An update of the same output keeps the view and what was set in it.
 */
export class ProfileRenderer extends Panel implements IRenderMime.IRenderer {
  readonly #options: IRenderMime.IRendererOptions;
  readonly #settings: ISettingsSource;
  #view: ProfileView | null = null;
  #latest = 0;

  constructor(options: IRenderMime.IRendererOptions, settings: ISettingsSource) {
    super();
    this.#options = options;
    this.#settings = settings;
    this.addClass('jp-Kernelscope');
  }

  /** Shows the profile of `model`, or says why it cannot. Of several calls the last one counts. */
  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const turn = ++this.#latest;
    const { ProfileView } = await import('./profileView');
    if (this.isDisposed || turn !== this.#latest) return;
    if (!this.#view) {
      const { translator = nullTranslator, resolver } = this.#options;
      const trans = translator.load(TRANSLATION_DOMAIN);
      this.#view = new ProfileView({ trans, resolver, language: translator.languageCode });
      this.addWidget(this.#view);
    }
    const limit = this.#settings.current.inlineLimitKilobytes * 1000;
    this.#view.setData(model.data[this.#options.mimeType], limit);
  }
}
