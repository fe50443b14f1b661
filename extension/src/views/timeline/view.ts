import type { TimeWindow } from 'kernelscope/analysis';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { element } from '../../shared/elements/dom';
import type { ProfileContent, ProfileTab, TabOptions } from '../../shared/content/profileTab';
import { TimelineWords } from './facts/describe';
import { TimelineDetails } from './facts/details';
import { Gestures } from './gestures';
import { Gutter } from './paint/gutter';
import { hintNode } from './hint';
import type { KeyAction } from './keys';
import { actionOfKey } from './keys';
import { createTimelineModel, isEmptyModel } from './state/model';
import { Navigator } from './navigator';
import { emptyNode, partialText } from './facts/notes';
import { OutlineView } from './outlineView';
import { PageWatch } from '../../shared/elements/pageWatch';
import { Picker } from './picker';
import { TimelineStage } from './stage';
import type { TimelineChange } from './state/state';
import { TimelineState } from './state/state';
import { StoreLink } from '../../shared/elements/storeLink';
import type { CanvasPoint, Target } from './state/target';
import { TimelineToolbar } from './toolbar';
import { Tooltip } from '../../shared/elements/tooltip';

/** A content on show, and what acts on it. */
interface Sight {
  readonly state: TimelineState;
  readonly navigator: Navigator;
  readonly picker: Picker;
}

/**
 * The timeline of a profile: counters, tracks of nested slices, instants and flows over one axis of
 * time. Everything is reached by pointer and by key; what is picked goes to the shared store.
 */
export class TimelineView extends Widget implements ProfileTab {
  readonly #options: TabOptions;
  readonly #words: TimelineWords;
  readonly #stage: TimelineStage;
  readonly #toolbar: TimelineToolbar;
  readonly #details: TimelineDetails;
  readonly #outline: OutlineView;
  readonly #gestures: Gestures;
  readonly #link: StoreLink;
  readonly #watch: PageWatch;
  readonly #tooltip = new Tooltip();
  readonly #note = element('p', { part: 'timelineNote', attributes: { hidden: '' } });
  readonly #live = element('div', { part: 'timelineLive', attributes: { 'aria-live': 'polite' } });
  readonly #body = element('div', { part: 'timelineBody' });
  readonly #empty: HTMLElement;
  #sight: Sight | null = null;

  constructor(options: TabOptions) {
    super();
    this.#options = options;
    const { trans, formats, store } = options;
    this.#words = new TimelineWords(trans, formats);
    const gutter = new Gutter({
      trans,
      formats,
      onToggle: track => this.#sight?.state.toggle(track)
    });
    this.#stage = new TimelineStage(gutter, options);
    this.#toolbar = this.#createToolbar();
    this.#details = this.#createDetails();
    this.#outline = new OutlineView({
      trans,
      formats,
      words: this.#words,
      onPick: entry => this.#sight?.picker.selectEntry(entry)
    });
    this.#gestures = this.#createGestures();
    this.#link = new StoreLink(store, {
      zoomed: window => this.#follow(window),
      selected: selection => this.#sight?.picker.show(selection),
      rested: () => this.#outline.refresh()
    });
    this.#watch = new PageWatch(this.#stage.scroller, {
      resized: () => this.#stage.arrange(),
      rethemed: () => this.#stage.retheme()
    });
    this.#empty = emptyNode(trans);
    this.#assemble();
  }

  /** Shows other content; window, search and selection stay where they still make sense. */
  setContent(content: ProfileContent): void {
    const { trans, formats } = this.#options;
    const model = createTimelineModel(content);
    const isEmpty = isEmptyModel(model);
    const state = new TimelineState(model, this.#sight?.state ?? null);
    const { window, selection } = this.#link.state;
    const kept = this.#sight?.state.isWhole === false ? this.#stage.target : window;
    if (kept !== null) state.setWindow(kept);
    state.changed.connect(this.#onChange, this);
    this.#setSight(state);
    this.#body.hidden = isEmpty;
    this.#empty.hidden = !isEmpty;
    this.#tooltip.hide();
    this.#details.clear();
    this.#note.textContent = partialText(content, trans, formats);
    this.#note.hidden = content.isWhole;
    this.#stage.canvas.setAttribute('aria-label', this.#words.summary(model));
    this.#stage.setState(isEmpty ? null : state);
    this.#outline.setState(state);
    this.#search(this.#toolbar.search.text);
    this.#sight?.picker.show(selection);
  }

  /** Shows a stretch of time at once, without any motion. */
  zoomTo(window: TimeWindow): void {
    this.#stage.rest();
    this.#sight?.state.setWindow(window);
  }

  /** Draws what is on show, now; the next picture of the screen has it in any case. */
  renderNow(): void {
    this.#stage.renderNow();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#gestures.dispose();
    this.#link.dispose();
    this.#toolbar.dispose();
    this.#watch.dispose();
    this.#stage.dispose();
    this.#sight = null;
    super.dispose();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (!(event instanceof KeyboardEvent)) {
      const isOnStage = event.target instanceof Node && this.#stage.node.contains(event.target);
      this.toggleClass('jp-mod-focused', event.type === 'focusin' && isOnStage);
      return;
    }
    if (event.target !== this.#stage.canvas) return;
    const action = actionOfKey(event);
    if (action === null || !this.#act(action)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    for (const type of EVENTS) this.node.addEventListener(type, this);
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#watch.start();
    this.#stage.setActive(this.isVisible);
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.#stage.retheme();
    this.#stage.setActive(this.isVisible);
  }

  protected override onAfterHide(message: Message): void {
    super.onAfterHide(message);
    this.#tooltip.hide();
    this.#stage.setActive(false);
  }

  protected override onResize(message: Widget.ResizeMessage): void {
    super.onResize(message);
    this.#stage.arrange();
  }

  protected override onBeforeDetach(message: Message): void {
    for (const type of EVENTS) this.node.removeEventListener(type, this);
    this.#watch.stop();
    this.#stage.setActive(false);
    super.onBeforeDetach(message);
  }

  #createToolbar(): TimelineToolbar {
    return new TimelineToolbar(this.#options.trans, {
      search: text => this.#search(text),
      step: direction => this.#sight?.picker.step(direction),
      zoom: factor => this.#sight?.navigator.zoom(factor),
      fit: () => this.#sight?.navigator.move({ type: 'fit' })
    });
  }

  #createDetails(): TimelineDetails {
    const { trans, formats, store } = this.#options;
    return new TimelineDetails({
      trans,
      formats,
      onZoom: () => this.#sight?.picker.enter(),
      onClear: () => this.#sight?.picker.clear(),
      onPick: ({ category, name }) => store.select({ type: 'label', category, name })
    });
  }

  #createGestures(): Gestures {
    return new Gestures(this.#stage, () => this.#sight?.state ?? null, {
      pick: target => this.#sight?.picker.pick(target),
      enlarge: target => {
        if (target.type === 'slice') this.#sight?.navigator.zoomTo(target.entry);
      },
      hover: (target, point) => this.#hover(target, point),
      leave: () => this.#tooltip.hide(),
      marked: range => this.#sight?.picker.showRange(range)
    });
  }

  #assemble(): void {
    const { trans } = this.#options;
    const { canvas, node } = this.#stage;
    this.addClass('jp-Kernelscope-timeline');
    this.node.dataset.lmSuppressShortcuts = 'true';
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-roledescription', trans.__('timeline'));
    canvas.setAttribute('aria-keyshortcuts', 'W A S D [ ] Enter Escape /');
    node.append(this.#tooltip.node);
    const hint = hintNode(trans);
    const outline = this.#outline.node;
    this.#body.append(this.#toolbar.node, this.#note, node, hint, this.#details.node, outline);
    this.#body.hidden = true;
    this.#empty.hidden = true;
    this.node.append(this.#body, this.#empty, this.#live);
  }

  #setSight(state: TimelineState): void {
    const navigator = new Navigator(this.#stage, state);
    const picker = new Picker(state, navigator, {
      ...this.#options,
      words: this.#words,
      stage: this.#stage,
      link: this.#link,
      details: this.#details,
      live: this.#live
    });
    this.#sight = { state, navigator, picker };
  }

  #onChange(state: TimelineState, change: TimelineChange): void {
    if (state !== this.#sight?.state) return;
    this.#tooltip.hide();
    if (change === 'rows') this.#stage.arrange();
    else this.#stage.schedule();
    if (change === 'window') this.#link.sendWindow(state.isWhole ? null : state.window);
  }

  #follow(window: TimeWindow | null): void {
    if (this.#sight === null) return;
    this.#stage.moveTo(window ?? this.#sight.state.model.extent);
  }

  #search(text: string): void {
    if (this.#sight === null) return;
    this.#toolbar.search.showMatches(this.#sight.picker.search(text));
  }

  #hover(target: Target, { x, y }: CanvasPoint): void {
    if (this.#sight === null) return;
    const description = this.#words.target(this.#sight.state.model, target);
    this.#stage.canvas.classList.toggle('jp-mod-pointing', target.type === 'slice');
    if (description === null) {
      this.#tooltip.hide();
      return;
    }
    const { canvas, node } = this.#stage;
    const [inner, outer] = [canvas.getBoundingClientRect(), node.getBoundingClientRect()];
    this.#tooltip.show(description, x + inner.left - outer.left, y + inner.top - outer.top);
  }

  #act(action: KeyAction): boolean {
    if (this.#sight === null) return false;
    const { state, navigator, picker } = this.#sight;
    if (navigator.move(action)) return true;
    switch (action.type) {
      case 'walk':
        picker.walk(action.direction);
        return true;
      case 'enter':
        return picker.enter();
      case 'clear':
        if (picker.clear()) return true;
        if (state.isWhole) this.#stage.canvas.blur();
        else navigator.move({ type: 'fit' });
        return true;
      case 'search':
        this.#toolbar.search.focus();
        return true;
      case 'toggle':
        if (navigator.selectedTrack >= 0) state.toggle(navigator.selectedTrack);
        return true;
      default:
        return false;
    }
  }
}

const EVENTS = ['keydown', 'focusin', 'focusout'] as const;
