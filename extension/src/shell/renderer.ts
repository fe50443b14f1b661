import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import type { Message } from '@lumino/messaging';
import { LazyRenderer } from './outputs/lazyRenderer';
import type { RunHistory } from './notebook/cellProfile';
import type { FirstUse } from './firstUse';
import type { ProfileView } from './profileView';
import type { ISettingsSource } from './application/settings';
import type { ICellLinks } from '../shared/content/cellLink';
import type { CodeHighlighter } from '../shared/content/profileTab';
import type { LineSelection } from '../shared/content/selection';
import type { FileRequest } from './sidecar/fileRequest';
import { TRANSLATION_DOMAIN } from '../shared/content/application';
import type { Widget } from '@lumino/widgets';
import { clipText } from 'kernelscope/web';

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

/** A profile in a cell output. */
export class ProfileRenderer extends LazyRenderer<ProfileView> {
  readonly #context: ProfileRendererContext;
  #shown: Promise<void> = Promise.resolve();

  constructor(options: IRenderMime.IRendererOptions, context: ProfileRendererContext) {
    super(options);
    this.#context = context;
  }

  override renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    this.#shown = super.renderModel(model);
    return this.#shown;
  }

  /** Shows a line in the source view, and has the keys there, once the profile is on show. */
  async showLine(line: LineSelection): Promise<void> {
    await this.#shown;
    this.view?.showLine(line);
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#nameOutputView();
  }

  protected async loadView(): Promise<() => ProfileView> {
    const [{ ProfileView }, { LAB_ICONS: icons }] = await Promise.all([
      import('./profileView'),
      import('./application/labIcons')
    ]);
    const { translator = nullTranslator, resolver } = this.options;
    const trans = translator.load(TRANSLATION_DOMAIN);
    const language = translator.languageCode;
    return () => {
      const cells = this.#context.links?.of(this);
      return new ProfileView({ ...this.#context, trans, icons, resolver, language, cells });
    };
  }

  protected async showData(view: ProfileView, data: unknown): Promise<void> {
    const limit = this.#context.settings.current.inlineLimitKilobytes * 1000;
    const shown = view.setData(data, limit);
    this.#nameOutputView();
    await shown;
  }

  #nameOutputView(): void {
    const title = this.view?.profileTitle ?? null;
    if (title !== null && this.isAttached) titleOutputView(this, title);
  }
}

/** The class of what JupyterLab shows for _Create New View for Cell Output_, around the output. */
const OUTPUT_VIEW = 'jp-LinkedOutputView';

/** Sets the title of the separate view that an output is in; does nothing for one in a notebook. */
function titleOutputView(output: Widget, title: string): void {
  let around = output.parent;
  while (around !== null && !around.hasClass(OUTPUT_VIEW)) around = around.parent;
  if (around !== null) around.title.label = clipText(title);
}
