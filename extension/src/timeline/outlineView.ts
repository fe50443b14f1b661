import type { TranslationBundle } from '@jupyterlab/translation';
import { sliceTitle } from 'kernelscope/analysis';
import { selfTimeOf } from 'kernelscope/layout';
import { element } from '../shared/dom';
import type { NumberFormats } from '../shared/format';
import type { TimelineWords } from './describe';
import type { OutlineRow } from './outline';
import { outlineRows } from './outline';
import type { TimelineState } from './state';

/** What an {@link OutlineView} needs. */
export interface OutlineOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly words: TimelineWords;
  readonly onPick: (entry: number) => void;
}

/**
 * The timeline as a list: tracks, and in them instants and slices, as an ARIA treegrid for those who read rather
 * than look. Made only while it is open; it lists what is in the window on show.
 */
export class OutlineView {
  readonly node: HTMLDetailsElement;
  readonly #grid: HTMLElement;
  readonly #expanded = new Set<string>();
  #state: TimelineState | null = null;
  #rows: readonly OutlineRow[] = [];
  #active = 0;

  constructor(private readonly options: OutlineOptions) {
    const { trans } = options;
    this.#grid = element('div', {
      part: 'timelineOutlineGrid',
      attributes: { role: 'treegrid', 'aria-label': trans.__('Slices and instants by track') }
    });
    const summary = element('summary', { text: trans.__('The same as a list') });
    this.node = element('details', { part: 'timelineOutline' }, [summary, this.#grid]);
    this.node.addEventListener('toggle', () => this.refresh());
    this.#grid.addEventListener('click', event => this.#onClick(event));
    this.#grid.addEventListener('keydown', event => this.#onKey(event));
  }

  /** Lists another content; all tracks are closed at first. */
  setState(state: TimelineState | null): void {
    this.#state = state;
    this.#expanded.clear();
    this.#active = 0;
    this.refresh();
  }

  /** Lists what is in the window now, if the list is open. */
  refresh(): void {
    if (!this.node.open || this.#state === null) {
      this.#grid.replaceChildren();
      return;
    }
    const { model, window } = this.#state;
    const hadFocus = this.#grid.contains(document.activeElement);
    this.#rows = outlineRows(model, window, this.#expanded);
    this.#active = Math.max(0, Math.min(this.#active, this.#rows.length - 1));
    this.#grid.replaceChildren(
      this.#headNode(),
      ...this.#rows.map((row, at) => this.#rowNode(row, at))
    );
    if (hadFocus) this.#activate(this.#active);
  }

  #onClick(event: Event): void {
    const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    if (!(row instanceof HTMLElement)) return;
    this.#activate(Number(row.dataset.row));
    this.#use();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Does what a key does by the pattern of ARIA treegrids; false for other keys. */
  #press(key: string): boolean {
    const row = this.#rows[this.#active];
    if (row === undefined) return false;
    switch (key) {
      case 'ArrowDown':
        this.#activate(this.#active + 1);
        return true;
      case 'ArrowUp':
        this.#activate(this.#active - 1);
        return true;
      case 'Home':
        this.#activate(0);
        return true;
      case 'End':
        this.#activate(this.#rows.length - 1);
        return true;
      case 'ArrowRight':
        if (row.isExpandable && !row.isExpanded) this.#toggle(row);
        else if (row.isExpanded) this.#activate(this.#active + 1);
        return true;
      case 'ArrowLeft':
        if (row.isExpanded) this.#toggle(row);
        else this.#activate(this.#parentOf(row));
        return true;
      case 'Enter':
      case ' ':
        this.#use();
        return true;
      default:
        return false;
    }
  }

  #parentOf({ level }: OutlineRow): number {
    let at = this.#active;
    while (at > 0 && this.#rows[at].level >= level) at--;
    return at;
  }

  /** Selects the active slice, or opens or closes another line. */
  #use(): void {
    const row = this.#rows[this.#active];
    if (row.type === 'slice') this.options.onPick(row.value);
    else if (row.isExpandable) this.#toggle(row);
  }

  #toggle({ key }: OutlineRow): void {
    if (!this.#expanded.delete(key)) this.#expanded.add(key);
    this.refresh();
    this.#activate(this.#active);
  }

  #activate(at: number): void {
    this.#nodeAt(this.#active)?.setAttribute('tabindex', '-1');
    this.#active = Math.max(0, Math.min(this.#rows.length - 1, at));
    const node = this.#nodeAt(this.#active);
    node?.setAttribute('tabindex', '0');
    node?.focus();
  }

  #nodeAt(at: number): HTMLElement | null {
    return this.#grid.querySelector<HTMLElement>(`[data-row="${at}"]`);
  }

  #headNode(): HTMLElement {
    const { trans } = this.options;
    const heads = [trans.__('Name'), trans.__('Start'), trans.__('Duration'), trans.__('Self')];
    return element(
      'div',
      { part: 'timelineOutlineHead', attributes: { role: 'row' } },
      heads.map(text => element('span', { text, attributes: { role: 'columnheader' } }))
    );
  }

  #rowNode(row: OutlineRow, at: number): HTMLElement {
    const [name, ...numbers] = this.#textsOf(row);
    const mark = row.isExpandable ? (row.isExpanded ? '▾' : '▸') : '';
    const head = element('span', { attributes: { role: 'rowheader', title: name } }, [
      element('span', { part: 'timelineCaret', text: mark, attributes: { 'aria-hidden': 'true' } }),
      element('span', { text: name })
    ]);
    head.style.paddingLeft = `${8 + 14 * Math.min(12, row.level - 1)}px`;
    const attributes = {
      role: 'row',
      'data-row': at,
      tabindex: at === this.#active ? 0 : -1,
      'aria-level': row.level,
      'aria-posinset': row.position,
      'aria-setsize': row.setSize,
      ...(row.isExpandable ? { 'aria-expanded': String(row.isExpanded) } : {})
    };
    return element('div', { part: 'timelineOutlineRow', attributes }, [
      head,
      ...numbers.map(text => element('span', { text, attributes: { role: 'gridcell' } }))
    ]);
  }

  #textsOf({ type, value }: OutlineRow): readonly string[] {
    const { trans, formats } = this.options;
    const model = this.#state?.model;
    if (model === undefined) return [];
    const { index, profile } = model;
    switch (type) {
      case 'track':
        return [profile.tracks[value].name, '', '', ''];
      case 'more':
        return [trans.__('%1 more: zoom in to list them', formats.count(value)), '', '', ''];
      case 'instants':
        return [trans._n('%1 instant', '%1 instants', value, formats.count(value)), '', '', ''];
      case 'instant': {
        const { title, scope } = this.options.words.instant(model, value);
        const name = trans.__('%1 · %2', title, scope);
        return [name, formats.duration(profile.instants.time[value]), '', ''];
      }
      case 'slice':
        return [
          sliceTitle(profile, index.slice[value]),
          formats.duration(index.start[value]),
          formats.duration(index.end[value] - index.start[value]),
          formats.duration(selfTimeOf(index, value))
        ];
    }
  }
}
