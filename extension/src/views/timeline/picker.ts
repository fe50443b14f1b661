import type { TranslationBundle } from '../../shared/content/application';
import type { TimeWindow } from 'kernelscope/analysis';
import type { Direction } from 'kernelscope/layout';
import type { Profile } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import type { Selection } from '../../shared/content/selection';
import type { TimelineWords } from './describe';
import { type TimelineDetails, summarizeRange } from './details';
import { categoryOfSlice, nameOfSlice } from './model';
import type { Navigator } from './navigator';
import {
  type SliceMatches,
  matchesOfLabel,
  matchesOfLine,
  matchesOfText,
  nextMatch,
  placeOfMatch
} from './search';
import type { TimelineStage } from './stage';
import type { TimelineState } from './state';
import type { SearchBox } from '../../shared/elements/searchBox';
import type { StoreLink } from '../../shared/elements/storeLink';
import type { Target } from './target';

/** The dependencies of {@link Picker}. */
export interface PickerOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly words: TimelineWords;
  readonly stage: TimelineStage;
  readonly link: StoreLink;
  readonly details: TimelineDetails;
  readonly search: SearchBox;
  /** The live region: its text is read aloud. */
  readonly live: HTMLElement;
}

/** Picks slices, names and ranges of one state: lights them up, tells of them, sends them on. */
export class Picker {
  #found: SliceMatches | null = null;
  /** The function of a call stack that was selected here, and what the other views know of it. */
  #sampled: { readonly entry: number; readonly selection: Selection } | null = null;

  constructor(
    private readonly state: TimelineState,
    private readonly navigator: Navigator,
    private readonly options: PickerOptions
  ) {}

  /** Shows what was selected here or in another view. */
  show(selection: Selection): void {
    const { state } = this;
    const { details, words, live } = this.options;
    const entry = this.#entryOf(selection);
    state.select(entry);
    this.#light(selection);
    this.#tellMatches();
    if (entry < 0) {
      if (state.range === null) details.clear();
      return;
    }
    state.mark(null);
    this.navigator.reveal(entry);
    details.showSlice(words.selected(state.model, entry));
    live.textContent = words.sentence(state.model, entry);
  }

  /** Selects what is under the pointer, or nothing. */
  pick(target: Target): void {
    this.state.mark(null);
    if (target.type === 'slice') this.selectEntry(target.entry);
    else this.#selectNothing();
  }

  /** Selects the slice beside, around or in the selected one. */
  walk(direction: Direction): void {
    this.selectEntry(this.navigator.neighbour(direction));
  }

  /** Sums up a marked range. */
  showRange(range: TimeWindow): void {
    const { details, live } = this.options;
    if (this.state.selected >= 0) this.#selectNothing();
    details.showRange(summarizeRange(this.state.model.profile, range));
    live.textContent = details.title;
  }

  /** Lights up the slices whose name contains `text`; none for an empty text. */
  search(text: string): void {
    this.#found = text === '' ? null : matchesOfText(this.state.model, text);
    this.#light(this.options.link.state.selection);
    this.#tellMatches();
  }

  /** Selects the next match of the search, or the one before. */
  step(direction: 1 | -1): void {
    if (this.#found === null) return;
    const { profile } = this.state.model;
    const slice = nextMatch(profile, this.#found, this.#selectedSlice, direction);
    if (slice >= 0) this.selectEntry(this.state.entryOf(slice));
  }

  /** Zooms to the marked range or else the selected slice; false when there is neither. */
  enter(): boolean {
    const { range, selected } = this.state;
    if (range !== null) {
      this.state.mark(null);
      this.options.details.clear();
      this.options.stage.moveTo(range);
    } else if (selected >= 0) this.navigator.zoomTo(selected);
    return range !== null || selected >= 0;
  }

  /** Forgets range and selection; false when there was neither. */
  clear(): boolean {
    const { range, selected } = this.state;
    const isSelected = selected >= 0 || this.options.link.state.selection.type !== 'none';
    const hadSome = range !== null || isSelected;
    this.state.mark(null);
    this.#selectNothing();
    return hadSome;
  }

  /** The entry of a selection, unless its row has another name in this content; -1 for none. */
  #entryOf(selection: Selection): number {
    if (JSON.stringify(selection) === JSON.stringify(this.#sampled?.selection)) {
      return this.#sampled?.entry ?? -1;
    }
    this.#sampled = null;
    if (selection.type !== 'slice') return -1;
    const { slice, name } = selection;
    const entry = this.state.entryOf(slice);
    return entry >= 0 && nameOfSlice(this.state.model.profile, slice) === name ? entry : -1;
  }

  /** Selects one slice, here and in all views; nothing for -1. */
  selectEntry(entry: number): void {
    if (entry < 0) return;
    const { profile, index, frameOfLabel } = this.state.model;
    const slice = index.slice[entry];
    const frame = frameOfLabel[profile.slices.label[slice]];
    if (frame >= 0) {
      const selection = selectionOfFrame(profile, frame);
      this.#sampled = { entry, selection };
      this.#send(selection);
      return;
    }
    const name = nameOfSlice(profile, slice);
    const category = categoryOfSlice(profile, slice);
    this.#send({ type: 'slice', slice, category, name });
  }

  #selectNothing(): void {
    this.#sampled = null;
    this.#send({ type: 'none' });
  }

  #send(selection: Selection): void {
    this.options.link.sendSelection(selection);
    this.show(selection);
  }

  /** The row of the selected slice, or -1. */
  get #selectedSlice(): number {
    const { model, selected } = this.state;
    return selected < 0 ? -1 : model.index.slice[selected];
  }

  /** Shows how many slices match, and which of them is selected. */
  #tellMatches(): void {
    const { trans, formats, search } = this.options;
    const count = this.#found?.count ?? 0;
    const place = this.#found ? placeOfMatch(this.#found, this.#selectedSlice) : 0;
    const all = formats.count(count);
    let text = trans._n('%2 match', '%2 matches', count, all);
    if (place > 0) text = trans.__('%1 of %2', formats.count(place), all);
    if (count === 0) text = this.#found ? trans.__('No match') : '';
    search.showMatches({ text, canStep: count > 0 });
  }

  /** A search rules what is lit; without one a selected name does. */
  #light(selection: Selection): void {
    const { state } = this;
    if (this.#found !== null) {
      state.light(this.#found.lit);
      return;
    }
    const matches = this.#sampled === null ? this.#matchesOf(selection) : null;
    state.light(matches && matches.count > 0 ? matches.lit : null);
  }

  #matchesOf(selection: Selection): SliceMatches | null {
    const { model } = this.state;
    if (selection.type === 'label') return matchesOfLabel(model, selection);
    return selection.type === 'line' ? matchesOfLine(model, selection) : null;
  }
}

/** What the other views know of a function: where it begins. */
function selectionOfFrame({ frames, strings }: Profile, frame: number): Selection {
  const [file, line] = [strings[frames.file[frame]], frames.line[frame]];
  if (file === '' || line === 0) return { type: 'none' };
  return { type: 'line', file, line, costs: 'cpu' };
}
