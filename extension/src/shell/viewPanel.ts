import { Panel, Widget } from '@lumino/widgets';
import type { IconTabOptions, ProfileTab } from '../shared/content/profileTab';
import type { ContentState } from './sidecar/profileSource';
import { damagedNode, viewFailureNode, waitingNode } from './statusNodes';
import type { TabView, TotalsTab, ViewEntry } from './viewTable';
import { loadPart } from '../shared/content/application';

/**
 * The panel of one tab: makes its view when first opened and hands content over only while open.
 * A view that fails leaves a sentence and a button to try again, and the other tabs as they are.
 */
export class ViewPanel extends Panel {
  readonly #entry: ViewEntry;
  readonly #options: IconTabOptions;
  readonly #message = new Widget();
  #view: TabView | null = null;
  #creating: Promise<void> | null = null;
  #state: ContentState | null = null;
  /** True when the view shows what is in slices. */
  #hasContent = false;
  /** True when the view has not seen {@link #state} yet. */
  #isStale = false;

  constructor(entry: ViewEntry, options: IconTabOptions) {
    super();
    this.#entry = entry;
    this.#options = options;
    this.addClass('jp-Kernelscope-tabPanel');
    this.node.setAttribute('role', 'tabpanel');
    this.addWidget(this.#message);
    this.hide();
  }

  /** Shows other content, now when open, else when opened. Resolves once it is on show. */
  async setContent(state: ContentState): Promise<void> {
    this.#state = state;
    this.#isStale = true;
    await this.#refresh();
  }

  /** Shows the view, made now unless it is there. */
  open(): void {
    this.show();
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    if (this.isHidden || !this.#state || !this.#isStale) return;
    if (this.#keepsView(this.#state)) return;
    if (this.#view) this.#fill(this.#view, this.#state);
    else await (this.#creating ??= this.#create().finally(() => (this.#creating = null)));
  }

  /** The view on show stays until there is another one, so that tabs do not flicker. */
  #keepsView({ type }: ContentState): boolean {
    return type === 'reading' && this.#hasContent;
  }

  async #create(): Promise<void> {
    this.#say(waitingNode(this.#options.trans));
    try {
      const view = await loadPart(() => this.#entry.create(this.#options));
      if (this.isDisposed) view.dispose();
      else this.#adopt(view);
    } catch (error) {
      this.#fail(error);
    }
  }

  #adopt(view: TabView): void {
    this.#view = view;
    this.addWidget(view);
    void this.#refresh();
  }

  #fill(view: TabView, state: ContentState): void {
    try {
      const message = this.#hand(view, state);
      view.setHidden(message !== null);
      this.#say(message);
      this.#isStale = false;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Gives the view what it can show; returns what to say in its place when there is nothing. */
  #hand(view: TabView, state: ContentState): HTMLElement | null {
    const { trans } = this.#options;
    if (state.type === 'ready' && isProfileTab(view)) {
      view.setContent(state.content);
      this.#hasContent = !isTotalsTab(view);
      return null;
    }
    if (isTotalsTab(view)) {
      view.setBundle(state.type === 'ready' ? state.content.bundle : state.bundle);
      return null;
    }
    this.#hasContent = false;
    return state.type === 'damaged' ? damagedNode(state.error, trans) : waitingNode(trans);
  }

  /** A view that threw is not trusted any more: trying again makes another. */
  #fail(error: unknown): void {
    if (this.isDisposed) return;
    this.#view?.dispose();
    this.#view = null;
    this.#hasContent = false;
    this.#isStale = false;
    const onRetry = (): void => {
      this.#isStale = true;
      void this.#refresh();
    };
    this.#say(viewFailureNode({ error, onRetry, trans: this.#options.trans }));
  }

  #say(message: HTMLElement | null): void {
    this.#message.setHidden(message === null);
    this.#message.node.replaceChildren(...(message ? [message] : []));
  }
}

const isProfileTab = (view: TabView): view is ProfileTab => 'setContent' in view;
const isTotalsTab = (view: TabView): view is TotalsTab => 'setBundle' in view;
