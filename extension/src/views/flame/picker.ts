import type { TranslationBundle } from '@jupyterlab/translation';
import { calledFunction, weightOfCallees } from 'kernelscope/analysis';
import type { NumberFormats } from '../../shared/content/format';
import type { SearchBox } from '../../shared/elements/searchBox';
import type { Selection } from '../../shared/content/selection';
import type { StoreLink } from '../../shared/elements/storeLink';
import type { FlameAction } from './keys';
import type { CalleeFlags } from './model';
import { calleesOfLabel, calleesOfLine, calleesOfText } from './model';
import type { FlameHit, FlameStage } from './stage';
import type { FlameRow, FlameState } from './state';
import { neighbour, zoomToReveal } from './walk';
import type { FlameWords } from './words';

/** The dependencies of {@link FlamePicker}. */
export interface FlamePickerOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly words: FlameWords;
  readonly stage: FlameStage;
  readonly link: StoreLink;
  readonly search: SearchBox;
  /** The live region: its text is read aloud. */
  readonly live: HTMLElement;
}

/** Picks and finds rows of one state: shows them, tells of them, sends them on. */
export class FlamePicker {
  /** The last selection that was sent to the other views. */
  #sent: Selection | null = null;

  constructor(
    private readonly state: FlameState,
    private readonly options: FlamePickerOptions
  ) {}

  /** A search rules what is emphasised; without one a selection of another view does. */
  light(): void {
    const { state } = this;
    const { search, link } = this.options;
    const { profile, tree } = state;
    state.light(
      search.text === ''
        ? this.#flagsOf(link.state.selection)
        : calleesOfText(profile, tree.calleeCount, search.text)
    );
    this.tellMatches();
  }

  /** Lights up what the search found, and brings the heaviest of it into sight. */
  search(): void {
    this.light();
    const { lit, parts } = this.state;
    if (this.options.search.text === '' || lit === null) return;
    const part = parts.length - 1;
    const { tree } = parts[part];
    let heaviest = -1;
    for (let row = 0; row < tree.length; row++) {
      const isHeavier = heaviest < 0 || tree.total[row] > tree.total[heaviest];
      if (lit[tree.callee[row]] === 1 && isHeavier) heaviest = row;
    }
    if (heaviest >= 0) this.options.stage.scrollTo({ part, row: heaviest });
  }

  /** Shows how many functions the search found, and their share. */
  tellMatches(): void {
    const { trans, formats, search, words } = this.options;
    const { lit, tree } = this.state;
    if (search.text === '' || lit === null) {
      search.showMatches({ text: '', canStep: false });
      return;
    }
    const isLit = (callee: number): boolean => lit[callee] === 1;
    const found = [...new Set(tree.callee)].filter(isLit).length;
    const share = words.share(tree, weightOfCallees(tree, isLit));
    const told = trans._n(
      '%2 function · %3',
      '%2 functions · %3',
      found,
      formats.count(found),
      share
    );
    const text = found === 0 ? trans.__('No match') : told;
    search.showMatches({ text, canStep: found > 0 });
  }

  /** Selects the next row with a match, or the one before; from the last on, the first again. */
  step(direction: 1 | -1): void {
    const { lit, parts, selected } = this.state;
    if (lit === null) return;
    const part = parts.length - 1;
    const { tree } = parts[part];
    const { length } = tree;
    let row = selected?.part === part ? selected.row : direction > 0 ? -1 : length;
    for (let seen = 0; seen < length; seen++) {
      row = (row + direction + length) % length;
      if (lit[tree.callee[row]] === 0) continue;
      this.select({ part, row });
      return;
    }
  }

  /** Zooms to what was clicked and selects it; of merged rows it zooms to what called them. */
  click(hit: FlameHit | null): void {
    const { state } = this;
    if (hit === null) {
      this.clear();
      return;
    }
    const { part, row, isMerged } = hit;
    state.zoom({ part, row: isMerged ? state.parts[part].tree.parent[row] : row });
    if (!isMerged) this.select({ part, row });
  }

  /** Selects a row here, and what it stands for in all views. */
  select(target: FlameRow): void {
    const { state } = this;
    const { stage, words, live } = this.options;
    const zoom = zoomToReveal(state, target, stage.canvas.clientWidth);
    if (zoom !== null) state.zoom(zoom);
    state.select(target);
    stage.scrollTo(target);
    const { tree } = state.parts[target.part];
    live.textContent = words.sentence(state.profile, tree, target.row);
    this.#send(tree.callee[target.row]);
  }

  /** Picks a row of the call tree, or of another tree for -1: that has the function in the middle. */
  pickInTree(callee: number, row: number): void {
    if (row >= 0 && this.state.shape !== 'sandwich') {
      this.select({ part: 0, row });
      return;
    }
    this.state.focusOn(callee);
    this.#send(callee);
  }

  /** Puts the selected function between its callers and what it called. */
  sandwich(): void {
    const { selected, parts } = this.state;
    if (selected !== null) this.state.focusOn(parts[selected.part].tree.callee[selected.row]);
  }

  /** Does what a key asks for; false when there is nothing to do. */
  act(action: FlameAction): boolean {
    const { state } = this;
    const { selected, parts } = state;
    switch (action.type) {
      case 'walk': {
        const target = neighbour(state, selected, action.step);
        if (target !== null) this.select(target);
        return true;
      }
      case 'zoom':
        if (selected !== null) state.zoom(selected);
        return selected !== null;
      case 'out':
        parts.forEach(({ zoom, tree }, part) => {
          if (zoom >= 0) state.zoom({ part, row: tree.parent[zoom] });
        });
        return true;
      case 'all':
        parts.forEach((_, part) => state.zoom({ part, row: -1 }));
        return true;
      case 'sandwich':
        this.sandwich();
        return true;
      case 'search':
        this.options.search.focus();
        return true;
      case 'clear':
        return this.clear();
    }
  }

  /** Forgets the selection, else the zoom; false when there was neither. */
  clear(): boolean {
    const { selected, parts } = this.state;
    if (selected !== null) {
      this.state.select(null);
      this.#sent = null;
      this.options.link.sendSelection({ type: 'none' });
      return true;
    }
    return parts.some(({ zoom }) => zoom >= 0) && this.act({ type: 'all' });
  }

  #flagsOf(selection: Selection): CalleeFlags | null {
    if (this.#isOwn(selection)) return null;
    this.#sent = null;
    const { profile, tree } = this.state;
    switch (selection.type) {
      case 'none':
        return null;
      case 'line':
        return someOrNone(calleesOfLine(profile, tree.calleeCount, selection));
      default:
        return someOrNone(calleesOfLabel(profile, tree.calleeCount, selection));
    }
  }

  /** Whether a selection was made here, so that it says nothing new. */
  #isOwn(selection: Selection): boolean {
    return JSON.stringify(this.#sent) === JSON.stringify(selection);
  }

  #send(callee: number): void {
    const selection = this.#selectionOf(callee);
    this.#sent = selection;
    if (selection !== null) this.options.link.sendSelection(selection);
    if (this.options.search.text === '') this.state.light(null);
  }

  #selectionOf(callee: number): Selection | null {
    const { name, file, line, kind } = calledFunction(this.state.profile, callee);
    if (kind === null) return { type: 'label', category: file, name };
    return file !== '' && line > 0 ? { type: 'line', file, line } : null;
  }
}

function someOrNone(flags: CalleeFlags): CalleeFlags | null {
  return flags.includes(1) ? flags : null;
}
