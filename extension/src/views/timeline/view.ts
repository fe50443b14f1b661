import type { TimeWindow } from 'kernelscope/analysis';
import type { ProfileContent, TabOptions, WholeProfile } from '../../shared/content/profileTab';
import type { Selection } from '../../shared/content/selection';
import { CanvasTab } from '../../shared/canvas/canvasTab';
import { TimelineWords } from './describe';
import { TimelineDetails } from './details';
import { Gestures } from './gestures';
import { Gutter } from './gutter';
import { type KeyAction, actionOfKey, Navigator } from './navigator';
import { createTimelineModel, hasCallStacks, isEmptyModel } from './model';
import { OutlineView } from './outlineView';
import { Picker } from './picker';
import { TimelineStage } from './stage';
import { type TimelineChange, TimelineState } from './state';
import type { CanvasPoint, Target } from './target';
import { untimedNode } from '../../shared/elements/messageNodes';
import type { TranslationBundle } from '../../shared/content/application';
import { element } from 'kernelscope/web';
import type { NumberFormats } from '../../shared/content/format';
import { heldSlices } from '../../shared/content/heldSlices';
import { ORIGIN_COLORS } from 'kernelscope/formats';
import { ORIGIN_OPACITY } from '../../shared/canvas/canvasTheme';
import { FoldSwitch } from '../../shared/elements/foldSwitch';
import { SearchBox, type SearchIntents } from '../../shared/elements/searchBox';

/** The events of the controls above a timeline. */
interface ToolbarIntents extends SearchIntents {
  zoom(factor: number): void;
  fit(): void;
}

/** Search box and zoom buttons. */
class TimelineToolbar {
  readonly node: HTMLElement;
  readonly search: SearchBox;

  constructor(trans: TranslationBundle, intents: ToolbarIntents) {
    this.search = new SearchBox(trans.__('Find slices by name'), trans, intents);
    const button = (text: string, label: string, onClick: () => void): HTMLButtonElement => {
      const attributes = { type: 'button', 'aria-label': label, title: label };
      const node = element('button', { part: 'button', text, attributes });
      node.addEventListener('click', onClick);
      return node;
    };
    this.node = element('div', { part: 'timelineToolbar' }, [
      this.search.node,
      element('div', { part: 'timelineZoom' }, [
        button('−', trans.__('Zoom out'), () => intents.zoom(2)),
        button('+', trans.__('Zoom in'), () => intents.zoom(0.5)),
        button(trans.__('Fit'), trans.__('Show all of the time'), () => intents.fit())
      ])
    ]);
  }

  dispose(): void {
    this.search.dispose();
  }
}

/** A content on show, and what acts on it. */
interface Shown {
  readonly state: TimelineState;
  readonly navigator: Navigator;
  readonly picker: Picker;
}

/**
 * The timeline of a profile: counters, tracks of nested slices, instants and flows over one axis of
 * time. Everything is reached by pointer and by key; what is picked goes to the shared store.
 */
export class TimelineView extends CanvasTab<TimelineStage> {
  readonly #options: TabOptions;
  readonly #words: TimelineWords;
  readonly #toolbar: TimelineToolbar;
  readonly #details: TimelineDetails;
  readonly #outline: OutlineView;
  readonly #gestures: Gestures;
  readonly #legend: Legend;
  #content: ProfileContent | WholeProfile | null = null;
  #shown: Shown | null = null;

  constructor(options: TabOptions) {
    const { trans, formats } = options;
    const words = new TimelineWords(trans, formats);
    const gutter = new Gutter({
      trans,
      formats,
      waitsOf: (model, { track }) => words.trackWait(model, track),
      onToggle: track => this.#shown?.state.toggle(track)
    });
    super({
      ...options,
      name: 'timeline',
      stage: new TimelineStage(gutter, options),
      roleDescription: trans.__('timeline'),
      keys: 'W A S D [ ] Enter Escape /',
      empty: untimedNode(trans)
    });
    this.#options = options;
    this.#words = words;
    this.#toolbar = this.#createToolbar();
    this.#details = this.#createDetails();
    this.#outline = new OutlineView({
      trans,
      formats,
      words: this.#words,
      onPick: entry => this.#shown?.picker.selectEntry(entry)
    });
    this.#gestures = this.#createGestures();
    this.#legend = new Legend(trans, isFolded => this.#fold(isFolded));
    const above = [this.#toolbar.node, this.note, this.stage.node, this.#legend.node];
    this.body.append(...above, hintNode(trans), this.#details.node, this.#outline.node);
  }

  /** Shows other content; window, search and selection stay where they still make sense. */
  setContent(content: ProfileContent | WholeProfile): void {
    const { trans, formats } = this.#options;
    this.#content = content;
    const model = createTimelineModel(content, { isFolded: this.#legend.isFolded });
    const isEmpty = isEmptyModel(model);
    const state = new TimelineState(model, this.#shown?.state ?? null);
    const { window, selection } = this.link.state;
    const kept = this.#shown?.state.isWhole === false ? this.stage.target : window;
    if (kept !== null) state.setWindow(kept);
    state.changed.connect(this.#onChange, this);
    this.#setShown(state);
    this.showEmptiness(isEmpty);
    this.#details.clear();
    this.#legend.node.hidden = !hasCallStacks(model);
    this.showNote(content.isWhole ? '' : partialText(content, trans, formats));
    this.stage.canvas.setAttribute('aria-label', this.#words.summary(model));
    this.stage.setState(isEmpty ? null : state);
    this.#outline.setState(state);
    this.#shown?.picker.search(this.#toolbar.search.text);
    this.#shown?.picker.show(selection);
  }

  /** Shows a stretch of time at once, without any motion. */
  zoomTo(window: TimeWindow): void {
    this.stage.rest();
    this.#shown?.state.setWindow(window);
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#gestures.dispose();
    this.#toolbar.dispose();
    this.#shown = null;
    super.dispose();
  }

  protected override onKey(event: KeyboardEvent): boolean {
    const action = actionOfKey(event);
    return action !== null && this.#act(action);
  }

  protected override onZoomed(window: TimeWindow | null): void {
    if (this.#shown === null) return;
    this.stage.moveTo(window ?? this.#shown.state.model.extent);
  }

  protected override onSelected(selection: Selection): void {
    this.#shown?.picker.show(selection);
  }

  protected override onRested(): void {
    this.#outline.refresh();
  }

  /** Makes one slice of functions in one another that are not the user's own, or takes them apart. */
  #fold(isFolded: boolean): void {
    if (this.#content) this.setContent(this.#content);
    const { trans } = this.#options;
    this.live.textContent = isFolded
      ? trans.__('Libraries and Node.js are folded')
      : trans.__('All functions are shown');
  }

  #createToolbar(): TimelineToolbar {
    return new TimelineToolbar(this.#options.trans, {
      search: text => this.#shown?.picker.search(text),
      step: direction => this.#shown?.picker.step(direction),
      zoom: factor => this.#shown?.navigator.zoom(factor),
      fit: () => this.#shown?.navigator.move({ type: 'fit' })
    });
  }

  #createDetails(): TimelineDetails {
    const { trans, formats, store } = this.#options;
    return new TimelineDetails({
      trans,
      formats,
      onZoom: () => this.#shown?.picker.enter(),
      onClear: () => this.#shown?.picker.clear(),
      onPick: ({ category, name }) => store.select({ type: 'label', category, name })
    });
  }

  #createGestures(): Gestures {
    return new Gestures(this.stage, () => this.#shown?.state ?? null, {
      pick: target => this.#shown?.picker.pick(target),
      enlarge: target => {
        if (target.type === 'slice') this.#shown?.navigator.zoomTo(target.entry);
      },
      hover: (target, point) => this.#hover(target, point),
      leave: () => this.hideTooltip(),
      marked: range => this.#shown?.picker.showRange(range)
    });
  }

  #setShown(state: TimelineState): void {
    const navigator = new Navigator(this.stage, state);
    const picker = new Picker(state, navigator, {
      ...this.#options,
      words: this.#words,
      stage: this.stage,
      link: this.link,
      details: this.#details,
      search: this.#toolbar.search,
      live: this.live
    });
    this.#shown = { state, navigator, picker };
  }

  #onChange(state: TimelineState, change: TimelineChange): void {
    if (state !== this.#shown?.state) return;
    this.hideTooltip();
    if (change === 'rows') this.stage.arrange();
    else this.stage.schedule();
    if (change === 'window') this.link.sendWindow(state.isWhole ? null : state.window);
  }

  #hover(target: Target, { x, y }: CanvasPoint): void {
    if (this.#shown === null) return;
    const description = this.#words.target(this.#shown.state.model, target);
    this.stage.canvas.classList.toggle('jp-mod-pointing', target.type === 'slice');
    if (description === null) {
      this.hideTooltip();
      return;
    }
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    this.showTooltip(description, x + left, y + top);
  }

  #act(action: KeyAction): boolean {
    if (this.#shown === null) return false;
    const { state, navigator, picker } = this.#shown;
    if (navigator.move(action)) return true;
    switch (action.type) {
      case 'walk':
        picker.walk(action.direction);
        return true;
      case 'enter':
        return picker.enter();
      case 'clear':
        if (picker.clear()) return true;
        if (state.isWhole) this.stage.canvas.blur();
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

/** How much of the profile a partial timeline shows. */
function partialText(
  { bundle, profile, density }: ProfileContent,
  trans: TranslationBundle,
  formats: NumberFormats
): string {
  const held = heldSlices(profile.slices.length, bundle.summary, { formats, trans });
  return density === null
    ? trans.__('This shows %1.', held)
    : trans.__('This shows %1; grey shading shows where the others are.', held);
}

/** How to get around, in one line, and every key below it for those who open it. */
function hintNode(trans: TranslationBundle): HTMLElement {
  const keys: readonly (readonly [keys: string, meaning: string])[] = [
    ['W S  + −', trans.__('zoom in, zoom out')],
    ['A D  ← →', trans.__('move through time')],
    ['↑ ↓  PgUp PgDn', trans.__('scroll the tracks')],
    ['0  Home', trans.__('show all of the time')],
    ['[ ]  Shift + ← →', trans.__('previous, next slice on the lane')],
    ['Shift + ↑ ↓', trans.__('slice around, first slice inside')],
    ['Enter', trans.__('zoom to the marked range or the selected slice')],
    ['C', trans.__('close or open the track of the selected slice')],
    ['/', trans.__('find slices by name')],
    ['Esc', trans.__('clear; once more: the whole run; once more: leave the timeline')]
  ];
  const list = keys.flatMap(([key, meaning]) => [
    element('dt', { part: 'timelineKey', text: key }),
    element('dd', { part: 'timelineMeaning', text: meaning })
  ]);
  const short = trans.__(
    'Ctrl + wheel or W/S zooms, drag pans, Shift + drag marks a range; click first to use the wheel alone.'
  );
  return element('details', { part: 'timelineHint' }, [
    element('summary', {}, [
      element('span', { text: short }),
      element('span', { part: 'timelineHintMore', text: trans.__('All keys') })
    ]),
    element('dl', { part: 'timelineKeys' }, list)
  ]);
}

/** The meaning of the colours of call stacks, and the switch that folds what is not the user's own. */
class Legend {
  readonly node: HTMLElement;
  readonly #switch: FoldSwitch;

  constructor(trans: TranslationBundle, onFold: (isFolded: boolean) => void) {
    this.#switch = new FoldSwitch(trans, onFold);
    this.node = element('ul', { part: 'timelineLegend' }, [
      element('li', { text: trans.__('Call stacks: your functions have a colour by name') }),
      itemNode(ORIGIN_COLORS.library, trans.__('libraries')),
      itemNode(ORIGIN_COLORS.system, trans.__('Node.js and native code')),
      element('li', {}, [this.#switch.node])
    ]);
  }

  /** Whether functions in one another that are not the user's own are to be one slice. */
  get isFolded(): boolean {
    return this.#switch.isFolded;
  }
}

function itemNode(color: string, text: string): HTMLElement {
  const attributes = { 'aria-hidden': 'true' };
  const mark = element('span', { part: 'timelineLegendMark', attributes });
  mark.style.backgroundColor = color;
  mark.style.opacity = String(ORIGIN_OPACITY);
  return element('li', {}, [mark, element('span', { text })]);
}
