import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { ProfileContent, ProfileTab, TabOptions } from './profileTab';

/**
 * A view in nodes of the page, which is shown again when its content or the shared window and selection
 * change. Does no work while it is hidden.
 */
export abstract class ContentTab<Options extends TabOptions = TabOptions>
  extends Widget
  implements ProfileTab
{
  #content: ProfileContent | null = null;

  protected constructor(
    name: string,
    protected readonly options: Options
  ) {
    super();
    this.addClass(`jp-Kernelscope-${name}`);
    this.node.dataset.lmSuppressShortcuts = 'true';
    options.store.changed.connect(this.#onStoreChanged, this);
  }

  setContent(content: ProfileContent): void {
    this.#content = content;
    this.update();
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.update();
  }

  protected override onUpdateRequest(message: Message): void {
    super.onUpdateRequest(message);
    if (this.#content && this.isVisible) this.draw(this.#content);
  }

  /** The shared window or selection is another one. */
  protected onState(): void {
    this.update();
  }

  /** Draws the content; called only while a person can see it. */
  protected abstract draw(content: ProfileContent): void;

  #onStoreChanged(): void {
    this.onState();
  }
}
