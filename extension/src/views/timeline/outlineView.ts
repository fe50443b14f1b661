import type { TranslationBundle } from '../../shared/content/application';
import { element } from 'kernelscope/web';
import type { NumberFormats } from '../../shared/content/format';
import { TreeGrid } from '../../shared/grid/treeGrid';
import type { TimelineWords } from './describe';
import { titleOfSlice, trackName } from './model';
import { type OutlineRow, outlineRows } from './outline';
import type { TimelineState } from './state';

/** The dependencies of {@link OutlineView}. */
export interface OutlineOptions {
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
