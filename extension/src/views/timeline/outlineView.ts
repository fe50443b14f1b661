import { element } from 'kernelscope/web';
import type { TimeWindow } from 'kernelscope/analysis';
import {
  type EntryRange,
  type LaneIndex,
  entriesInside,
  firstEntryEnding,
  firstFailing,
  trackTree
} from 'kernelscope/layout';
import type { TranslationBundle } from '../../shared/content/application';
import type { NumberFormats } from '../../shared/content/format';
import { TreeGrid, type TreePlace } from '../../shared/grid/treeGrid';
import type { TimelineWords } from './describe';
import { titleOfSlice, trackName, type TimelineModel } from './model';
import type { TimelineState } from './state';

/** The dependencies of {@link OutlineView}. */
interface OutlineOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly words: TimelineWords;
  readonly onPick: (entry: number) => void;
}

/**
 * The timeline as a list: tracks, and in them instants and slices, for those who read rather than
 * look. Made only while it is open; it lists what is in the window on show.
 */
export class OutlineView {
  readonly node: HTMLDetailsElement;
  readonly #grid: TreeGrid;
  readonly #expanded = new Set<string>();
  #state: TimelineState | null = null;
  #rows: readonly OutlineRow[] = [];

  constructor(private readonly options: OutlineOptions) {
    const { trans } = options;
    this.#grid = new TreeGrid({
      label: trans.__('Slices and instants by track'),
      heads: [
        trans.__('Name'),
        trans.__('Start'),
        trans.__('Duration'),
        trans.__('Self'),
        trans.__('Waiting')
      ],
      onUse: at => this.#use(at),
      onToggle: at => this.#toggle(at)
    });
    const summary = element('summary', { text: trans.__('The same as a list') });
    this.node = element('details', { part: 'timelineOutline' }, [summary, this.#grid.node]);
    this.node.addEventListener('toggle', () => this.refresh());
  }

  /** Lists another content; all tracks are closed at first. */
  setState(state: TimelineState | null): void {
    this.#state = state;
    this.#expanded.clear();
    this.#grid.clear();
    this.refresh();
  }

  /** Lists what is in the window now, if the list is open. */
  refresh(): void {
    if (!this.node.open || this.#state === null) {
      this.#grid.clear();
      return;
    }
    const { model, window } = this.#state;
    this.#rows = outlineRows(model, window, this.#expanded);
    this.#grid.setRows(this.#rows.map(row => ({ ...row, cells: this.#textsOf(row) })));
  }

  /** Selects a slice, or opens or closes another line. */
  #use(at: number): void {
    const { type, value, isExpandable } = this.#rows[at];
    if (type === 'slice') this.options.onPick(value);
    else if (isExpandable) this.#toggle(at);
  }

  #toggle(at: number): void {
    const { key } = this.#rows[at];
    if (!this.#expanded.delete(key)) this.#expanded.add(key);
    this.refresh();
  }

  #textsOf({ type, value }: OutlineRow): readonly string[] {
    const { trans, formats, words } = this.options;
    const model = this.#state?.model;
    if (model === undefined) return [];
    const { index, profile } = model;
    switch (type) {
      case 'track':
        return [trackName(profile, value), '', '', '', words.trackWait(model, value)];
      case 'more':
        return [trans.__('%1 more: zoom in to list them', formats.count(value)), '', '', '', ''];
      case 'instants':
        return [trans._n('%2 instant', '%2 instants', value, formats.count(value)), '', '', '', ''];
      case 'instant': {
        const { title, scope } = words.instant(model, value);
        const name = trans.__('%1 · %2', title, scope);
        return [name, formats.duration(profile.instants.time[value]), '', '', ''];
      }
      case 'slice':
        return [
          titleOfSlice(model, index.slice[value]),
          formats.duration(index.start[value]),
          formats.duration(index.end[value] - index.start[value]),
          words.selfTime(model, value),
          words.waitingTime(model, value)
        ];
    }
  }
}

/** A line of the timeline told as a tree: a track, its instants, a slice, or what is not listed. */
export interface OutlineRow extends TreePlace {
  readonly type: 'track' | 'instants' | 'instant' | 'slice' | 'more';
  /** Stays the same while the content does. */
  readonly key: string;
  /**
   * The track of a `track`, the number of `instants`, the row of an `instant`, the entry of a
   * `slice`, the number of lines left out for `more`.
   */
  readonly value: number;
}

/** Lines that are listed under one line, and lines of the whole outline, at most. */
const MAX_CHILDREN = 200;
const MAX_ROWS = 2000;

/** The part of a model that {@link outlineRows} needs. */
type OutlineModel = Pick<TimelineModel, 'index' | 'instants' | 'profile' | 'rankOf'>;

/**
 * The lines of the tracks with slices or instants, and under each expanded one what is inside: of a
 * track its instants and the outermost slices within `window`, of a slice all directly in it.
 */
export function outlineRows(
  model: OutlineModel,
  window: TimeWindow,
  expanded: ReadonlySet<string>
): OutlineRow[] {
  return new Outline(model, window, expanded).rows;
}

type NewRow = Omit<OutlineRow, 'isExpanded'>;

class Outline {
  readonly rows: OutlineRow[] = [];

  constructor(
    private readonly model: OutlineModel,
    private readonly window: TimeWindow,
    private readonly expanded: ReadonlySet<string>
  ) {
    const { index, instants } = model;
    const tracks = trackTree(model.profile.tracks, () => false, model.rankOf)
      .map(({ track }) => track)
      .filter(track => index.trackLane[track] < index.trackLane[track + 1] || instants.has(track));
    tracks.forEach((track, at) => {
      const place = { position: at + 1, setSize: tracks.length, level: 1, isExpandable: true };
      const row = { type: 'track', key: `track ${track}`, value: track, ...place } as const;
      if (this.#add(row)) this.#addTrack(track);
    });
  }

  /** Adds a line, unless there are too many; true when it is expanded. */
  #add(row: NewRow): boolean {
    if (this.rows.length >= MAX_ROWS) return false;
    const isExpanded = row.isExpandable && this.expanded.has(row.key);
    this.rows.push({ ...row, isExpanded });
    return isExpanded;
  }

  #addTrack(track: number): void {
    const { index } = this.model;
    const slices = outermost(index, track, this.window);
    const instants = this.#instantsOf(track);
    const lead = instants.length > 0 ? 1 : 0;
    if (lead === 1) {
      const place = { level: 2, position: 1, setSize: slices.to - slices.from + 1 };
      const key = `instants ${track}`;
      const head = { type: 'instants', key, value: instants.length, isExpandable: true } as const;
      if (this.#add({ ...head, ...place })) this.#addInstants(instants);
    }
    this.#addSlices(slices, 2, lead);
  }

  #instantsOf(track: number): Uint32Array {
    const { instants, profile } = this.model;
    const rows = instants.get(track) ?? new Uint32Array(0);
    const { time } = profile.instants;
    const { fromNs, toNs } = this.window;
    const from = firstFailing(0, rows.length, at => time[rows[at]] < fromNs);
    return rows.subarray(
      from,
      firstFailing(from, rows.length, at => time[rows[at]] <= toNs)
    );
  }

  #addInstants(rows: Uint32Array): void {
    const setSize = rows.length;
    rows.subarray(0, MAX_CHILDREN).forEach((value, at) => {
      const place = { level: 3, position: at + 1, setSize, isExpandable: false };
      this.#add({ type: 'instant', key: `instant ${value}`, value, ...place });
    });
    this.#addMore(`instant ${rows[0]}`, { level: 3, left: setSize - MAX_CHILDREN, setSize });
  }

  /** `lead` lines come before these slices. */
  #addSlices({ from, to }: EntryRange, level: number, lead: number): void {
    const { index } = this.model;
    const setSize = to - from + lead;
    for (let entry = from; entry < Math.min(to, from + MAX_CHILDREN); entry++) {
      const inside = entriesInside(index, entry);
      const isExpandable = inside.from < inside.to;
      const position = entry - from + lead + 1;
      const row = { type: 'slice', value: entry, level, isExpandable, position, setSize } as const;
      if (this.#add({ ...row, key: `slice ${entry}` })) this.#addSlices(inside, level + 1, 0);
    }
    this.#addMore(`slice ${from}`, { level, left: to - from - MAX_CHILDREN, setSize });
  }

  #addMore(
    first: string,
    { level, left, setSize }: Readonly<Record<'level' | 'left' | 'setSize', number>>
  ): void {
    if (left <= 0) return;
    const place = { level, position: setSize - left + 1, setSize, isExpandable: false };
    this.#add({ type: 'more', key: `more after ${first}`, value: left, ...place });
  }
}

function outermost(index: LaneIndex, track: number, { fromNs, toNs }: TimeWindow): EntryRange {
  const lane = index.trackLane[track];
  const from = firstEntryEnding(index, lane, fromNs);
  const to = firstFailing(from, index.laneEntry[lane + 1], entry => index.start[entry] <= toNs);
  return { from, to };
}
