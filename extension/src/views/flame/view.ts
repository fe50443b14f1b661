import type { Message } from '@lumino/messaging';
import { calledFunction } from 'kernelscope/analysis';
import type { ProfileContent, TabOptions } from '../../shared/content/profileTab';
import { actionOfKey } from '../../shared/flame/flameKeys';
import { CanvasTab } from '../../shared/canvas/canvasTab';
import { FlameChanges, offeredChanges } from './changes';
import { Breadcrumb, FlameControls } from './controls';
import { FlameDetails } from './details';
import { kindsOf } from './model';
import { emptyNode, flameNotes } from './notes';
import { FlamePicker } from './picker';
import { type FlameHit, FlameStage } from './stage';
import { type FlameChange, FlameState } from './state';
import { TreePane } from './treePane';
import { FlameWords } from './words';

/**
 * Calls by what they weigh, as flames, as icicles, around one function and as trees of rows.
 * Everything is reached by pointer and by key; what is picked goes to the shared store.
 */
export class FlameView extends CanvasTab<FlameStage> {
  readonly #options: TabOptions;
  readonly #words: FlameWords;
  readonly #controls: FlameControls;
  readonly #crumbs: Breadcrumb;
  readonly #changes: FlameChanges;
  readonly #details: FlameDetails;
  readonly #tree: TreePane;
  readonly #pointer: FlamePointer;
  #content: ProfileContent | null = null;
  #state: FlameState | null = null;
  #picker: FlamePicker | null = null;

  constructor(options: TabOptions) {
    const { trans, formats } = options;
    const words = new FlameWords(trans, formats);
    super({
      ...options,
      name: 'flame',
      stage: new FlameStage(words),
      roleDescription: trans.__('flame graph'),
      keys: 'Enter Backspace Home S Escape /',
      empty: emptyNode(trans)
    });
    this.#options = options;
    this.#words = words;
    this.#controls = new FlameControls(trans, {
      setKind: kind => this.#state?.setKind(kind),
      setTrack: track => this.#state?.setTrack(track),
      setShape: shape => this.#state?.setShape(shape),
      setFolded: isFolded => this.#state?.setFolded(isFolded),
      search: () => this.#picker?.search(),
      step: direction => this.#picker?.step(direction)
    });
    this.#crumbs = new Breadcrumb(words, trans, row => this.#state?.zoom(row));
    this.#changes = new FlameChanges(words, trans, changes => this.#state?.setChanges(changes));
    this.#details = this.#createDetails();
    this.#tree = new TreePane(words, trans, {
      pick: (callee, row) => this.#picker?.pickInTree(callee, row)
    });
    this.#pointer = new FlamePointer(this.stage, {
      pick: hit => this.#picker?.click(hit),
      hover: (hit, event) => this.#hover(hit, event),
      leave: () => this.hideTooltip()
    });
    this.#appendAll();
  }

  /** Shows other content; what is shown of it, how, and the search stay where they make sense. */
  setContent(content: ProfileContent): void {
    const { profile } = content;
    const isEmpty = kindsOf(profile).length === 0;
    this.#content = content;
    this.showEmptiness(isEmpty);
    const { window } = this.link.state;
    const state = isEmpty ? null : new FlameState(profile, this.#state, window);
    this.#state = state;
    this.#picker = state && this.#createPicker(state);
    this.stage.setState(state);
    if (state === null) return;
    state.changed.connect(this.#onChange, this);
    this.#picker?.light();
    this.#onChange(state, 'trees');
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#controls.dispose();
    this.#pointer.dispose();
    this.#state = null;
    this.#picker = null;
    super.dispose();
  }

  protected override onAfterShow(message: Message): void {
    this.#catchUp();
    super.onAfterShow(message);
  }

  protected override onZoomed(): void {
    this.#catchUp();
  }

  protected override onSelected(): void {
    this.#picker?.light();
  }

  protected override onKey(event: KeyboardEvent): boolean {
    const state = this.#state;
    if (state === null) return false;
    const part = state.parts[state.selected?.part ?? state.parts.length - 1];
    const action = actionOfKey(event, part.grows);
    return action !== null && this.#picker?.act(action) === true;
  }

  #appendAll(): void {
    const above = [this.#controls.node, this.note, this.#changes.node, this.#crumbs.node];
    this.body.append(...above, this.stage.node, this.#details.node, this.#tree.node);
  }

  #createDetails(): FlameDetails {
    return new FlameDetails(
      this.#options,
      () => this.#picker?.sandwich(),
      ({ change }) => this.#state?.setChanges([...this.#state.changes, change])
    );
  }

  #createPicker(state: FlameState): FlamePicker {
    return new FlamePicker(state, {
      ...this.#options,
      words: this.#words,
      stage: this.stage,
      link: this.link,
      search: this.#controls.search,
      live: this.live
    });
  }

  #onChange(state: FlameState, change: FlameChange): void {
    if (state !== this.#state || this.#content === null) return;
    this.hideTooltip();
    if (change === 'trees') this.#showTrees(state, this.#content);
    if (change !== 'light') this.#crumbs.show(state);
    this.#showSelected(state);
    this.stage.schedule();
  }

  #showTrees(state: FlameState, content: ProfileContent): void {
    const { trans } = this.#options;
    this.#controls.show(state);
    this.#changes.show(state);
    this.showNote(flameNotes(state, content, this.#options));
    const { tree } = state;
    const whole = this.#words.weight(tree, tree.whole);
    this.stage.canvas.setAttribute('aria-label', trans.__('Calls, %1 in all', whole));
    this.stage.arrange();
    this.stage.scrollToRoots();
    this.#tree.setState(state);
    this.#picker?.tellMatches();
  }

  #showSelected(state: FlameState): void {
    const { selected, profile, parts, sandwich } = state;
    const changesOf = (callee: number) => offeredChanges(state, callee, this.#options.trans);
    this.#tree.showSelected();
    if (selected !== null) {
      const part = parts[selected.part];
      const callee = part.tree.callee[selected.row];
      const changes = changesOf(callee);
      const description = this.#words.partRow(profile, part, selected);
      this.#details.show(description, calledFunction(profile, callee), {
        isMiddle: false,
        changes
      });
    } else if (sandwich !== null && sandwich.callees.length > 0) {
      const { callees } = sandwich;
      const place = calledFunction(profile, callees.callee[0]);
      const changes = changesOf(callees.callee[0]);
      this.#details.show(this.#words.row(profile, callees, 0), place, { isMiddle: true, changes });
    } else this.#details.clear();
  }

  /** Follows the window of the other views, once this one is seen. */
  #catchUp(): void {
    const { window } = this.link.state;
    const state = this.#state;
    if (state === null || !this.isVisible) return;
    if (JSON.stringify(window) !== JSON.stringify(state.query.window)) state.setWindow(window);
  }

  #hover({ part, row, isMerged }: FlameHit, { clientX, clientY }: MouseEvent): void {
    const state = this.#state;
    if (state === null) return;
    const description = this.#words.partRow(state.profile, state.parts[part], { row, isMerged });
    this.showTooltip(description, clientX, clientY);
  }
}

interface PointerIntents {
  pick(hit: FlameHit | null): void;
  hover(hit: FlameHit, event: MouseEvent): void;
  leave(): void;
}

/** The pointer on the canvas of a flame view. */
class FlamePointer {
  constructor(
    private readonly stage: FlameStage,
    private readonly intents: PointerIntents
  ) {
    for (const type of EVENTS) stage.canvas.addEventListener(type, this);
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: MouseEvent): void {
    const { canvas } = this.stage;
    const hit = this.stage.hit(event.offsetX, event.offsetY);
    if (event.type === 'mouseleave' || hit === null) this.intents.leave();
    else if (event.type === 'mousemove') this.intents.hover(hit, event);
    if (event.type === 'click') this.intents.pick(hit);
    canvas.classList.toggle('jp-mod-pointing', hit !== null);
  }

  dispose(): void {
    for (const type of EVENTS) this.stage.canvas.removeEventListener(type, this);
  }
}

const EVENTS = ['click', 'mousemove', 'mouseleave'] as const;
