import type { Message } from '@lumino/messaging';
import { Panel, TabBar, Title, Widget } from '@lumino/widgets';
import type { ProfileBundle } from 'kernelscope/model';
import { element } from 'kernelscope/web';
import type { IconTabOptions, TabOptions } from '../shared/content/profileTab';
import type { SelectionState, SelectionStore } from '../shared/content/selection';
import { spanText } from '../shared/content/format';
import type { TranslationBundle } from '../shared/content/application';
import type { ContentState } from './sidecar/profileSource';
import { LabelFilter } from './labelFilter';
import { ViewPanel } from './viewPanel';
import type { ViewEntry } from './viewTable';

/**
 * The views of a profile behind tabs: an ARIA tab list, walked with the arrow keys, Home and End
 * and opened with Enter or Space, with the label and the time window on show beside it. Only the open view has content.
 */
export class ProfileTabs extends Panel {
  readonly #entries: readonly ViewEntry[];
  readonly #panels: readonly ViewPanel[];
  readonly #titles: readonly Title<ViewPanel>[];
  readonly #bar = new ProfileTabBar();
  readonly #chip: WindowChip;
  readonly #labels: LabelFilter;
  readonly #row = new Panel();
  #state: ContentState | null = null;

  constructor(entries: readonly ViewEntry[], options: IconTabOptions) {
    super();
    this.addClass('jp-Kernelscope-tabs');
    this.#entries = entries;
    this.#panels = entries.map(entry => new ViewPanel(entry, options));
    this.#titles = this.#panels.map((owner, index) => {
      const label = entries[index].label(options.trans);
      return new Title({ label, owner, dataset: { label } });
    });
    this.#bar.name = options.trans.__('Views of the profile');
    this.#chip = new WindowChip(options);
    this.#labels = new LabelFilter(options);
    this.#row.addClass('jp-Kernelscope-tabRow');
    for (const widget of [this.#bar, this.#labels, this.#chip]) this.#row.addWidget(widget);
    for (const widget of [this.#row, this.#labels.note, ...this.#panels]) this.addWidget(widget);
    this.#offer(({ isFor }) => isFor === undefined);
    this.#bar.currentChanged.connect(this.#onTabChanged, this);
    options.store.changed.connect((_, { label }) => {
      const isOther = this.#labels.label !== label;
      if (this.#state && isOther) void this.setContent(this.#state);
    });
    this.#bar.currentTitle?.owner.open();
  }

  /**
   * Shows other content, with the tabs for it; the open tab stays open if it is among them. Resolves
   * once its view shows it.
   */
  async setContent(state: ContentState): Promise<void> {
    this.#state = state;
    const shown = this.#labels.narrowed(state);
    const bundle = bundleOf(shown);
    this.#offer(({ isFor }) => isFor?.(bundle) ?? true);
    await Promise.all(this.#panels.map(panel => panel.setContent(shown)));
  }

  /** Opens the tab of a view; nothing happens where it is not offered. */
  open(key: string): void {
    const index = this.#entries.findIndex(entry => entry.key === key);
    const place = index < 0 ? -1 : this.#bar.titles.indexOf(this.#titles[index]);
    if (place >= 0) this.#bar.currentIndex = place;
  }

  /** Brings the open tab and its view into sight, with the focus on the tab. */
  focus(): void {
    const tab = this.#bar.contentNode.children[this.#bar.currentIndex];
    if (tab instanceof HTMLElement) tab.focus({ preventScroll: true });
    this.node.scrollIntoView({ block: 'nearest' });
  }

  #offer(isOffered: (entry: ViewEntry) => boolean): void {
    let place = 0;
    this.#titles.forEach((title, index) => {
      const isThere = this.#bar.titles.includes(title);
      if (!isOffered(this.#entries[index])) {
        if (isThere) this.#bar.removeTab(title);
        return;
      }
      if (!isThere) this.#bar.insertTab(place, title);
      place++;
    });
  }

  #onTabChanged(
    _: unknown,
    { previousTitle, currentTitle }: TabBar.ICurrentChangedArgs<ViewPanel>
  ) {
    previousTitle?.owner.hide();
    currentTitle?.owner.open();
  }
}

function bundleOf(state: ContentState): ProfileBundle {
  return state.type === 'ready' ? state.content.bundle : state.bundle;
}

/**
 * A tab bar whose tabs name their panels, and that also takes the clicks of assistive software. The Tab key
 * leads to the open tab, whichever had the focus last.
 */
class ProfileTabBar extends TabBar<ViewPanel> {
  constructor() {
    super({ renderer: new PanelTabRenderer(), removeBehavior: 'select-previous-tab' });
    this.addClass('jp-Kernelscope-tabBar');
    this.node.dataset.lmSuppressShortcuts = 'true';
  }

  override handleEvent(event: Event): void {
    if (event.type === 'click') this.#onClick(event);
    else if (event.type === 'focusout') this.#keepTabStop();
    else super.handleEvent(event);
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    this.node.addEventListener('click', this);
    this.node.addEventListener('focusout', this);
  }

  protected override onUpdateRequest(message: Message): void {
    super.onUpdateRequest(message);
    this.#keepTabStop();
  }

  protected override onAfterDetach(message: Message): void {
    this.node.removeEventListener('click', this);
    this.node.removeEventListener('focusout', this);
    super.onAfterDetach(message);
  }

  #keepTabStop(): void {
    [...this.contentNode.children].forEach((tab, index) => {
      tab.setAttribute('tabindex', index === this.currentIndex ? '0' : '-1');
    });
  }

  #onClick({ target }: Event): void {
    const tabs = [...this.contentNode.children];
    const index = tabs.findIndex(tab => target instanceof Node && tab.contains(target));
    if (index < 0) return;
    this.currentIndex = index;
    // Lumino keeps the browser from moving the focus: what has it in the profile would have the keys. Elsewhere it stays,
    // so that the keys of the notebook go on to work.
    const tab = tabs[index];
    const hasFocus = this.node.closest('.jp-Kernelscope')?.contains(document.activeElement);
    if (hasFocus && tab instanceof HTMLElement) tab.focus({ preventScroll: true });
  }
}

class PanelTabRenderer extends TabBar.Renderer {
  override createTabARIA(data: TabBar.IRenderData<ViewPanel>) {
    const { owner } = data.title;
    const key = this.createTabKey(data);
    owner.id = `${key}-panel`;
    owner.node.setAttribute('aria-labelledby', key);
    return { ...super.createTabARIA(data), 'aria-controls': owner.id };
  }
}

/** Names the stretch of time that all views show, and leads back to all of it. */
class WindowChip extends Widget {
  readonly #options: TabOptions;
  readonly #text = element('span', { part: 'chipText' });
  readonly #button: HTMLButtonElement;

  constructor(options: TabOptions) {
    super();
    this.#options = options;
    this.#button = element('button', { part: 'chip', attributes: { type: 'button' } }, [
      this.#text,
      element('span', { text: '×', attributes: { 'aria-hidden': 'true' } })
    ]);
    this.#button.title = options.trans.__('Show the whole run again (Esc)');
    this.#button.addEventListener('click', () => options.store.zoom(null));
    this.node.append(this.#button);
    options.store.changed.connect(this.#update, this);
    this.#update(options.store, options.store.state);
  }

  #update(_: SelectionStore, { window }: SelectionState): void {
    this.setHidden(window === null);
    if (!window) return;
    const { formats, trans } = this.#options;
    const span = spanText(window, formats, trans);
    this.#text.textContent = span;
    this.#button.setAttribute(
      'aria-label',
      trans.__('Only %1 is shown. Show the whole run.', span)
    );
  }
}

/**
 * The button that shows the views of a cell that failed, and hides them again. The error is below the
 * profile: without the views it is in sight.
 */
export class ViewFold extends Widget {
  readonly #tabs: ProfileTabs;
  readonly #button: HTMLButtonElement;

  /** Hides `tabs`. */
  constructor(tabs: ProfileTabs, trans: TranslationBundle) {
    super();
    this.#tabs = tabs;
    this.#button = element('button', {
      part: 'button',
      text: trans.__('Views of what ran before the error'),
      attributes: { type: 'button' }
    });
    this.#button.addEventListener('click', () => this.#setOpen(this.#tabs.isHidden));
    this.addClass('jp-Kernelscope-actions');
    this.node.append(this.#button);
    this.#setOpen(false);
  }

  open(): void {
    this.#setOpen(true);
  }

  #setOpen(isOpen: boolean): void {
    this.#button.setAttribute('aria-expanded', String(isOpen));
    this.#tabs.setHidden(!isOpen);
  }
}
