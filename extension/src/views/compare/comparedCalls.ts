import type { ComparedTree } from 'kernelscope/model';
import type { Description } from '../../shared/content/description';
import { element } from 'kernelscope/web';
import { SearchBox } from '../../shared/elements/searchBox';
import { type FlameStep, actionOfKey, rowBeside } from '../../shared/flame/flameKeys';
import { heaviestMatch, nextMatch, showMatches } from '../../shared/flame/treeMatches';
import { zoomToSee } from '../../shared/flame/treeZoom';
import { CallTreeGrid } from '../../shared/flame/callTreeGrid';
import { heaviestBelow } from '../../shared/flame/treeLines';
import { section } from './section';
import type { CallWords } from './callWords';
import { type FlameState, flameStateOf, functionsOfText, type CompareStage } from './stage';

/** The dependencies of {@link ComparedCalls}. */
export interface ComparedCallsOptions {
  readonly stage: CompareStage;
  readonly words: CallWords;
  /** The live region: its text is read aloud. */
  readonly live: HTMLElement;
  readonly showTooltip: (description: Description, event: MouseEvent) => void;
  readonly hideTooltip: () => void;
}

const POINTER_EVENTS = ['click', 'mousemove', 'mouseleave'] as const;

/** The calls of a comparison: a picture that is searched and walked, and the same as a list. */
export class ComparedCalls {
  readonly node: HTMLElement;
  readonly #options: ComparedCallsOptions;
  readonly #search: SearchBox;
  readonly #list: CallList;
  readonly #all: HTMLButtonElement;
  readonly #details = element('p', { part: 'compareHint' });
  #state: FlameState | null = null;

  constructor(options: ComparedCallsOptions) {
    const { stage, words } = options;
    const { trans } = words;
    this.#options = options;
    this.#search = new SearchBox(trans.__('Find functions by name or file'), trans, {
      search: text => this.#find(text),
      step: direction => this.#step(direction)
    });
    this.#list = new CallList(words, row => this.#select(row));
    this.#all = element('button', {
      part: 'button',
      text: trans.__('Show all calls'),
      attributes: { type: 'button', hidden: '' }
    });
    this.#all.addEventListener('click', () => this.#zoom(-1));
    for (const type of POINTER_EVENTS) {
      stage.canvas.addEventListener(type, event => this.#onPointer(event));
    }
    const text = trans.__(
      'Red and ▲: slower, blue and ▼: faster. Each call is as wide as the greater of its times.'
    );
    const hint = element('p', { part: 'compareHint', text });
    const controls = element('div', { part: 'canvasControls' }, [hint, this.#search.node]);
    this.node = section(trans.__('Changes of calls'), [
      controls,
      stage.node,
      this.#details,
      this.#all,
      this.#list.node
    ]);
  }

  /** Shows other calls, with what the search finds in them; hidden for null. */
  setTree(tree: ComparedTree | null): void {
    this.node.hidden = tree === null;
    if (tree === null) {
      this.#setState(null);
      return;
    }
    const lit = functionsOfText(tree, this.#search.text);
    this.#setState({ ...flameStateOf(tree), lit });
  }

  /** Does what a key on the picture does; false for keys that are left to the page. */
  onKey(event: KeyboardEvent): boolean {
    const state = this.#state;
    const action = actionOfKey(event, 'down');
    if (state === null || action === null) return false;
    switch (action.type) {
      case 'walk':
        return this.#walk(state, action.step);
      case 'zoom':
        this.#zoom(state.selected);
        return true;
      case 'out':
        if (state.zoom >= 0) this.#zoom(state.tree.parent[state.zoom]);
        return true;
      case 'all':
        this.#zoom(-1);
        return true;
      case 'search':
        this.#search.focus();
        return true;
      case 'clear':
        return this.#clear(state);
      case 'sandwich':
        return false;
    }
  }

  dispose(): void {
    this.#search.dispose();
  }

  #setState(state: FlameState | null): void {
    const { stage, words, hideTooltip } = this.#options;
    const { trans, formats } = words;
    this.#state = state;
    stage.setState(state);
    this.#list.setState(state);
    hideTooltip();
    if (state === null) return;
    const { tree, zoom, selected } = state;
    const label = trans.__('Calls before and after, %1 in all', formats.duration(tree.whole));
    stage.canvas.setAttribute('aria-label', label);
    this.#all.hidden = zoom < 0;
    this.#details.textContent =
      selected < 0 ? trans.__('Select a call to see its times.') : words.sentence(state, selected);
    showMatches(this.#search, tree, state.lit, words);
  }

  /** Lights up what the search found, and brings the heaviest of it into sight. */
  #find(text: string): void {
    const state = this.#state;
    if (state === null) return;
    const lit = functionsOfText(state.compared, text);
    this.#setState({ ...state, lit });
    const row = lit === null ? -1 : heaviestMatch(state.tree, lit);
    if (row >= 0) this.#options.stage.scrollTo(state.tree.depth[row]);
  }

  #step(direction: 1 | -1): void {
    const state = this.#state;
    if (state === null || state.lit === null) return;
    const row = nextMatch(state.tree, state.lit, state.selected, direction);
    if (row >= 0) this.#select(row);
  }

  #walk({ tree, selected }: FlameState, step: FlameStep): boolean {
    const row = selected < 0 ? 0 : rowBeside(tree, selected, step);
    if (row >= 0 && row < tree.length) this.#select(row);
    return true;
  }

  #select(row: number): void {
    const { stage, live } = this.#options;
    if (this.#state === null) return;
    const zoom = zoomToSee(this.#state, row, stage.canvas.clientWidth);
    this.#setState({ ...this.#state, zoom, selected: row });
    stage.scrollTo(this.#state.tree.depth[row]);
    live.textContent = this.#details.textContent;
  }

  #zoom(row: number): void {
    if (this.#state !== null) this.#setState({ ...this.#state, zoom: row });
  }

  /** Forgets the selection, else the zoom; false when there was neither. */
  #clear(state: FlameState): boolean {
    if (state.selected < 0 && state.zoom < 0) return false;
    this.#setState(state.selected < 0 ? { ...state, zoom: -1 } : { ...state, selected: -1 });
    return true;
  }

  #onPointer(event: MouseEvent): void {
    const { stage, words, showTooltip, hideTooltip } = this.#options;
    const state = this.#state;
    const hit = state && stage.hit(event.offsetX, event.offsetY);
    stage.canvas.classList.toggle('jp-mod-pointing', hit !== null);
    if (state === null || hit === null || event.type === 'mouseleave') {
      hideTooltip();
      return;
    }
    if (event.type === 'mousemove') {
      showTooltip(words.describe(state, hit.row), event);
      return;
    }
    this.#zoom(hit.isMerged ? state.tree.parent[hit.row] : hit.row);
    if (!hit.isMerged) this.#select(hit.row);
  }
}

/** The calls of a comparison as a list, for those who read rather than look. */
class CallList {
  readonly node: HTMLElement;
  readonly #grid: CallTreeGrid;
  #state: FlameState | null = null;

  /** `onPick` is called with a row of the tree. */
  constructor(words: CallWords, onPick: (row: number) => void) {
    const { trans, formats } = words;
    this.#grid = new CallTreeGrid({
      label: trans.__('Changes of calls as a list'),
      heads: [
        trans.__('Function'),
        trans.__('Δ'),
        trans.__('Δ %'),
        trans.__('Before'),
        trans.__('After'),
        trans.__('File')
      ],
      widths: '84px 84px 76px 76px minmax(88px, 0.6fr)',
      moreText: count => trans.__('%1 more', formats.count(count)),
      cellsOf: row => (this.#state === null ? [] : words.cells(this.#state, row)),
      isSelected: row => this.#state?.selected === row,
      onPick
    });
    this.node = element('div', { part: 'compareCalls' }, [this.#grid.node]);
  }

  /** Shows a state; what is open stays so as long as the tree is the same. */
  setState(state: FlameState | null): void {
    const before = this.#state;
    this.#state = state;
    if (state === null || before?.tree !== state.tree) {
      this.#grid.setTree(state?.tree ?? null, state === null ? [] : heaviestBelow(state.tree, 0));
    } else if (before.selected !== state.selected) this.#grid.reveal(state.selected);
  }
}
