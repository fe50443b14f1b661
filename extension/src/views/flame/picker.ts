import type { TranslationBundle } from '../../shared/content/application';
import { calledFunction } from 'kernelscope/analysis';
import type { NumberFormats } from '../../shared/content/format';
import type { SearchBox } from '../../shared/elements/searchBox';
import type { Selection } from '../../shared/content/selection';
import type { StoreLink } from '../../shared/elements/storeLink';
import { type FlameAction, type FlameStep, rowBeside } from '../../shared/flame/flameKeys';
import {
  type CalleeFlags,
  heaviestMatch,
  nextMatch,
  showMatches
} from '../../shared/flame/treeMatches';
import { zoomToSee } from '../../shared/flame/treeZoom';
import { calleesOfLabel, calleesOfLine, calleesOfText } from './model';
import type { FlameHit, FlameStage } from './stage';
import type { FlameRow, FlameState } from './state';
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
    const flags =
      search.text === ''
        ? this.#flagsOf(link.state.selection)
        : calleesOfText(profile, tree.calleeCount, search.text);
    if (flags !== null && state.hides(flags)) state.setFolded(false);
    state.light(flags);
    this.tellMatches();
  }

  /** Lights up what the search found, and brings the heaviest of it into sight. */
  search(): void {
    this.light();
    const { lit, parts } = this.state;
    if (this.options.search.text === '' || lit === null) return;
    const part = parts.length - 1;
    const heaviest = heaviestMatch(parts[part].tree, lit);
    if (heaviest >= 0) this.options.stage.scrollTo({ part, row: heaviest });
  }

  /** Shows how many functions the search found, and their share. */
  tellMatches(): void {
    const { lit, tree } = this.state;
    showMatches(this.options.search, tree, lit, this.options);
  }

  /** Selects the next row with a match, or the one before; from the last on, the first again. */
  step(direction: 1 | -1): void {
    const { lit, parts, selected } = this.state;
    if (lit === null) return;
    const part = parts.length - 1;
    const row = nextMatch(
      parts[part].tree,
      lit,
      selected?.part === part ? selected.row : -1,
      direction
    );
    if (row >= 0) this.select({ part, row });
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
    const shown = state.parts[target.part];
    const zoom = zoomToSee(shown, target.row, stage.canvas.clientWidth);
    if (zoom !== shown.zoom) state.zoom({ part: target.part, row: zoom });
    state.select(target);
    stage.scrollTo(target);
    const { tree } = state.parts[target.part];
    live.textContent = words.sentence(state.profile, state.parts[target.part], target.row);
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

/** The row a step away from `from`, the first root for none; null where there is none. */
export function neighbour(
  { parts }: FlameState,
  from: FlameRow | null,
  step: FlameStep
): FlameRow | null {
  if (from === null) return firstRow(parts.length - 1, parts[parts.length - 1].tree.length);
  const { part, row } = from;
  const { tree, skipped } = parts[part];
  if (step === 'parent' && tree.depth[row] <= skipped) {
    return part > 0 ? firstRow(0, parts[0].tree.length, parts[0].skipped) : null;
  }
  const beside = rowBeside(tree, row, step);
  return beside < 0 ? null : { part, row: beside };
}

function firstRow(part: number, length: number, row = 0): FlameRow | null {
  return row < length ? { part, row } : null;
}
