import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import type { Message } from '@lumino/messaging';
import { Panel } from '@lumino/widgets';
import type { RunHistory } from './notebook/runHistory';
import type { FirstUse } from './hint/firstUse';
import { titleOutputView } from './outputViewTitle';
import type { ProfileView } from './profileView';
import type { ISettingsSource } from './settings/settings';
import type { ICellLinks } from '../shared/content/cellLink';
import type { CodeHighlighter } from '../shared/content/profileTab';
import type { LineSelection } from '../shared/content/selection';
import type { FileRequest } from './sidecar/fileRequest';
import { TRANSLATION_DOMAIN } from '../shared/host/translation';

/** The context that renderers share. */
export interface ProfileRendererContext {
  readonly settings: ISettingsSource;
  readonly request: FileRequest;
  /** Colours code; null where JupyterLab has no editors. */
  readonly highlighter?: CodeHighlighter | null;
  /** The earlier profiles of cells; null where there are no notebooks. */
  readonly history?: RunHistory | null;
  /** Leads to the cells of notebooks; null where there are none. */
  readonly links?: ICellLinks | null;
  /** Who may show the hint of the first use; absent where nobody does. */
  readonly firstUse?: FirstUse;
}

/**
 * A profile in a cell output. Thin on purpose: everything that draws is loaded when the first
 * profile is on the page. An update of the same output keeps the view and what was set in it.
 */
export class ProfileRenderer extends Panel implements IRenderMime.IRenderer {
  readonly #options: IRenderMime.IRendererOptions;
  readonly #context: ProfileRendererContext;
  #view: ProfileView | null = null;
  #latest = 0;
  #shown: Promise<void> = Promise.resolve();

  constructor(options: IRenderMime.IRendererOptions, context: ProfileRendererContext) {
    super();
    this.#options = options;
    this.#context = context;
    this.addClass('jp-Kernelscope');
  }

  /** Shows the profile of `model`, or says why it cannot. Of several calls the last one counts. */
  renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    this.#shown = this.#render(model);
    return this.#shown;
  }

  /** Shows a line in the source view, and has the keys there, once the profile is on show. */
  async showLine(line: LineSelection): Promise<void> {
    await this.#shown;
    this.#view?.showLine(line);
  }

  override dispose(): void {
    this.#view?.dispose();
    super.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#place();
    this.#nameOutputView();
  }

  async #render(model: IRenderMime.IMimeModel): Promise<void> {
    const turn = ++this.#latest;
    const [{ ProfileView }, { LAB_ICONS: icons }] = await Promise.all([
      import('./profileView'),
      import('./icons/labIcons')
    ]);
    if (this.isDisposed || turn !== this.#latest) return;
    if (!this.#view) {
      const { translator = nullTranslator, resolver } = this.#options;
      const trans = translator.load(TRANSLATION_DOMAIN);
      const language = translator.languageCode;
      const cells = this.#context.links?.of(this);
      this.#view = new ProfileView({ ...this.#context, trans, icons, resolver, language, cells });
      this.#place();
    }
    const limit = this.#context.settings.current.inlineLimitKilobytes * 1000;
    const shown = this.#view.setData(model.data[this.#options.mimeType], limit);
    this.#nameOutputView();
    await shown;
  }

  #nameOutputView(): void {
    const title = this.#view?.profileTitle ?? null;
    if (title !== null && this.isAttached) titleOutputView(this, title);
  }

  /**
   * Notebooks attach outputs in two steps with a pause between them. A widget put in during that
   * pause would miss the first, where Lumino's tab bars begin to listen.
   */
  #place(): void {
    if (this.#view && !this.#view.parent && this.isAttached) this.addWidget(this.#view);
  }
}
