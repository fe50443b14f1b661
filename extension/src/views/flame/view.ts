import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { element } from '../../shared/elements/dom';
import { PageWatch } from '../../shared/elements/pageWatch';
import type { ProfileContent, ProfileTab, TabOptions } from '../../shared/content/profileTab';
import { StoreLink } from '../../shared/elements/storeLink';
import { Tooltip } from '../../shared/elements/tooltip';
import { Breadcrumb } from './breadcrumb';
import { FlameControls } from './controls';
import { FlameDetails } from './details';
import { actionOfKey } from './keys';
import { kindsOf } from './model';
import { emptyNode, flameNotes } from './notes';
import { FlamePicker } from './picker';
import type { FlameHit } from './stage';
import { FlameStage } from './stage';
import type { FlameChange } from './state';
import { FlameState } from './state';
import { TreePane } from './treePane';
import { FlameWords } from './words';

/**
 * Calls by what they weigh, as flames, as icicles, around one function and as trees of rows.
 * Everything is reached by pointer and by key; what is picked goes to the shared store.
 */
export class FlameView extends Widget implements ProfileTab {
  readonly #options: TabOptions;
  readonly #words: FlameWords;
  readonly #stage: FlameStage;
  readonly #controls: FlameControls;
  readonly #crumbs: Breadcrumb;
  readonly #details: FlameDetails;
  readonly #tree: TreePane;
  readonly #link: StoreLink;
  readonly #watch: PageWatch;
  readonly #tooltip = new Tooltip();
  readonly #note = element('p', { part: 'flameNote' });
  readonly #live = element('div', { part: 'flameLive', attributes: { 'aria-live': 'polite' } });
  readonly #body = element('div', { part: 'flameBody' });
  readonly #empty: HTMLElement;
  #content: ProfileContent | null = null;
  #state: FlameState | null = null;
  #picker: FlamePicker | null = null;

  constructor(options: TabOptions) {
    super();
    this.#options = options;
    const { trans, formats, store } = options;
    this.#words = new FlameWords(trans, formats);
    this.#stage = new FlameStage(this.#words);
    this.#controls = new FlameControls(trans, {
      setKind: kind => this.#state?.setKind(kind),
      setTrack: track => this.#state?.setTrack(track),
      setShape: shape => this.#state?.setShape(shape),
      search: () => this.#picker?.light(),
      step: direction => this.#picker?.step(direction)
    });
    this.#crumbs = new Breadcrumb(this.#words, trans, row => this.#state?.zoom(row));
    this.#details = new FlameDetails(trans, () => this.#picker?.sandwich());
    this.#tree = new TreePane(this.#words, trans, {
      pick: (callee, row) => this.#picker?.pickInTree(callee, row)
    });
    this.#link = new StoreLink(store, {
      zoomed: () => this.#catchUp(),
      selected: () => this.#picker?.light(),
      rested: () => undefined
    });
    this.#watch = new PageWatch(this.#stage.node, {
      resized: () => this.#stage.arrange(),
      rethemed: () => this.#stage.retheme()
    });
    this.#empty = emptyNode(trans);
    this.#assemble();
  }

  /** Shows other content; what is shown of it, how, and the search stay where they make sense. */
  setContent(content: ProfileContent): void {
    const { profile } = content;
    const isEmpty = kindsOf(profile).length === 0;
    this.#content = content;
    this.#body.hidden = isEmpty;
    this.#empty.hidden = !isEmpty;
    this.#tooltip.hide();
    const { window } = this.#link.state;
    const state = isEmpty ? null : new FlameState(profile, this.#state, window);
    this.#state = state;
    this.#picker = state && this.#createPicker(state);
    this.#stage.setState(state);
    if (state === null) return;
    state.changed.connect(this.#onChange, this);
    this.#picker?.light();
    this.#onChange(state, 'trees');
  }

  /** Draws what is on show, now; the next picture of the screen has it in any case. */
  renderNow(): void {
    this.#stage.renderNow();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#link.dispose();
    this.#controls.dispose();
    this.#watch.dispose();
    this.#stage.dispose();
    this.#state = null;
    this.#picker = null;
    super.dispose();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    const { canvas } = this.#stage;
    if (event.type === 'focusin' || event.type === 'focusout') {
      this.toggleClass('jp-mod-focused', event.type === 'focusin' && event.target === canvas);
    }
    if (event.target !== canvas) return;
    if (event instanceof KeyboardEvent) this.#onKey(event);
    else if (event instanceof MouseEvent) this.#onPointer(event);
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    for (const type of EVENTS) this.node.addEventListener(type, this, true);
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#watch.start();
    this.#stage.setActive(this.isVisible);
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.#catchUp();
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
    for (const type of EVENTS) this.node.removeEventListener(type, this, true);
    this.#watch.stop();
    this.#stage.setActive(false);
    super.onBeforeDetach(message);
  }

  #assemble(): void {
    const { trans } = this.#options;
    const { canvas, node } = this.#stage;
    this.addClass('jp-Kernelscope-flame');
    this.node.dataset.lmSuppressShortcuts = 'true';
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-roledescription', trans.__('flame graph'));
    canvas.setAttribute('aria-keyshortcuts', 'Enter Backspace Home S Escape /');
    node.append(this.#tooltip.node);
    const parts = [this.#controls, this.#crumbs, this.#stage, this.#details, this.#tree];
    const [controls, crumbs, stage, details, tree] = parts.map(part => part.node);
    this.#body.append(controls, this.#note, crumbs, stage, details, tree);
    this.#body.hidden = true;
    this.#empty.hidden = true;
    this.node.append(this.#body, this.#empty, this.#live);
  }

  #createPicker(state: FlameState): FlamePicker {
    return new FlamePicker(state, {
      ...this.#options,
      words: this.#words,
      stage: this.#stage,
      link: this.#link,
      search: this.#controls.search,
      live: this.#live
    });
  }

  #onChange(state: FlameState, change: FlameChange): void {
    if (state !== this.#state || this.#content === null) return;
    this.#tooltip.hide();
    if (change === 'trees') this.#showTrees(state, this.#content);
    if (change !== 'light') this.#crumbs.show(state);
    this.#showSelected(state);
    this.#stage.schedule();
  }

  #showTrees(state: FlameState, content: ProfileContent): void {
    const { trans } = this.#options;
    this.#controls.show(state);
    this.#note.textContent = flameNotes(state, content, this.#options);
    this.#note.hidden = this.#note.textContent === '';
    const { tree } = state;
    const whole = this.#words.weight(tree, tree.whole);
    this.#stage.canvas.setAttribute('aria-label', trans.__('Calls, %1 in all', whole));
    this.#stage.arrange();
    this.#stage.scrollToRoots();
    this.#tree.setState(state);
    this.#picker?.tellMatches();
  }

  #showSelected(state: FlameState): void {
    const { selected, profile, parts, sandwich } = state;
    this.#tree.showSelected();
    if (selected !== null) {
      const { tree, skipped } = parts[selected.part];
      const look = { isCallers: skipped > 0 };
      this.#details.show(this.#words.row(profile, tree, selected.row, look));
    } else if (sandwich !== null && sandwich.callees.length > 0) {
      this.#details.show(this.#words.row(profile, sandwich.callees, 0), true);
    } else this.#details.clear();
  }

  /** Follows the window of the other views, once this one is seen. */
  #catchUp(): void {
    const { window } = this.#link.state;
    const state = this.#state;
    if (state === null || !this.isVisible) return;
    if (JSON.stringify(window) !== JSON.stringify(state.query.window)) state.setWindow(window);
  }

  #onPointer(event: MouseEvent): void {
    const hit = this.#stage.hit(event.offsetX, event.offsetY);
    if (event.type === 'mouseleave' || hit === null) this.#tooltip.hide();
    else if (event.type === 'mousemove') this.#hover(hit, event);
    if (event.type === 'click') this.#picker?.click(hit);
    this.#stage.canvas.classList.toggle('jp-mod-pointing', hit !== null);
  }

  #hover({ part, row, isMerged }: FlameHit, { clientX, clientY }: MouseEvent): void {
    const state = this.#state;
    if (state === null) return;
    const { tree, skipped } = state.parts[part];
    const look = { isMerged, isCallers: skipped > 0 };
    const description = this.#words.row(state.profile, tree, row, look);
    const { left, top } = this.#stage.node.getBoundingClientRect();
    this.#tooltip.show(description, clientX - left, clientY - top);
  }

  #onKey(event: KeyboardEvent): void {
    const state = this.#state;
    if (state === null) return;
    const part = state.parts[state.selected?.part ?? state.parts.length - 1];
    const action = actionOfKey(event, part.grows);
    if (action === null || this.#picker?.act(action) !== true) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const EVENTS = ['keydown', 'focusin', 'focusout', 'click', 'mousemove', 'mouseleave'] as const;
