import type { TranslationBundle } from '../../shared/content/application';
import { COUNTERS_GROUP, SAMPLED_GROUP, type TimelineRow } from 'kernelscope/layout';
import { element } from 'kernelscope/web';
import { TextFitter } from '../../shared/canvas/textFitter';
import type { NumberFormats } from '../../shared/content/format';
import { type TimelineModel, counterTitle } from './model';
import type { TimelineState } from './state';

/** The dependencies of {@link Gutter}. */
export interface GutterOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  /** How long the track of a row waited, in words; '' where that is not known. */
  readonly waitsOf: (model: TimelineModel, row: TimelineRow) => string;
  readonly onToggle: (track: number) => void;
}

/** Width of one level of nesting, CSS pixels. */
const INDENT_PX = 12;
const MAX_INDENTS = 5;

/** Space before a name that is not nested, and after it, CSS pixels; a caret takes more. */
const LEFT_PX = 8;
const RIGHT_PX = 8;
const CARET_PX = 14;

/** Rows whose names are measured at most: more cannot be told apart at a glance. */
const MAX_MEASURED = 500;

/**
 * The names of the rows, left of them. A name that can be closed and opened is a button. Only the
 * rows in sight are in the document.
 */
export class Gutter {
  readonly node = element('div', { part: 'timelineGutter' });
  readonly #rows = element('div');
  readonly #ruler = document.createElement('canvas').getContext('2d');
  readonly #texts = new TextFitter();
  #drawn = '';

  constructor(private readonly options: GutterOptions) {
    this.node.append(element('div', { part: 'timelineNames' }, [this.#rows]));
    this.#rows.addEventListener('click', this);
  }

  /** Width that all names and details need to be seen in full, CSS pixels. */
  neededPx({ model, rows }: TimelineState): number {
    const ruler = this.#ruler;
    if (ruler === null) return 0;
    const family = getComputedStyle(this.node).fontFamily;
    const widthOf = (text: string, font: string): number => {
      ruler.font = `${font} ${family}`;
      return this.#texts.width(ruler, text);
    };
    return rows.rows.slice(0, MAX_MEASURED).reduce((most, row) => {
      const nameFont = row.kind === 'group' ? '600 12px' : '12px';
      const caretPx = row.canCollapse ? CARET_PX : 0;
      const namePx = caretPx + widthOf(this.#nameOf(model, row), nameFont);
      const textPx = Math.max(namePx, widthOf(this.#detailOf(model, row), '11px'));
      return Math.max(most, Math.ceil(indentOf(row) + textPx + RIGHT_PX));
    }, 0);
  }

  /** Shows the names of `rows`, those in sight, with the top of all rows `topPx` above the edge. */
  render(state: TimelineState, rows: readonly TimelineRow[], topPx: number): void {
    this.#rows.style.transform = `translateY(${-topPx}px)`;
    const key = rows.map(row => `${row.track}.${row.counter}.${row.topPx}.${row.heightPx}`);
    const drawn = key.join(' ');
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const focused = this.#focusedTrack();
    this.#rows.replaceChildren(...rows.map(row => this.#rowNode(state.model, row)));
    if (focused !== null) this.#button(focused)?.focus({ preventScroll: true });
  }

  /** Forgets what is drawn, so that the next content is drawn anew. */
  clear(): void {
    this.#drawn = '';
    this.#rows.replaceChildren();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.dataset.track !== undefined) this.options.onToggle(Number(button.dataset.track));
  }

  dispose(): void {
    this.#rows.removeEventListener('click', this);
    this.clear();
  }

  #rowNode(model: TimelineModel, row: TimelineRow): HTMLElement {
    const name = this.#nameOf(model, row);
    const label = row.canCollapse ? toggleNode(row, name) : element('span', { text: name });
    const detail = this.#detailOf(model, row);
    const node = element('div', { part: `timelineName jp-mod-${row.kind}` }, [
      label,
      ...(detail === '' ? [] : [element('span', { part: 'timelineNameDetail', text: detail })])
    ]);
    const waits = this.options.waitsOf(model, row);
    node.title = [name, detail, waits].filter(text => text !== '').join(' · ');
    node.style.top = `${row.topPx}px`;
    node.style.height = `${row.heightPx}px`;
    node.style.paddingLeft = `${indentOf(row)}px`;
    return node;
  }

  #nameOf({ profile, counters }: TimelineModel, row: TimelineRow): string {
    if (row.counter >= 0) {
      return counterTitle(profile, counters[row.counter]).replace(/^Memory: /, '');
    }
    const { trans, formats } = this.options;
    const setCount = counters.filter(({ kind }) => kind === 'set').length;
    if (row.track === COUNTERS_GROUP) return trans.__('Counters (%1)', formats.count(setCount));
    if (row.track === SAMPLED_GROUP) {
      return trans.__('Memory and load (%1)', formats.count(counters.length - setCount));
    }
    return profile.tracks[row.track].name;
  }

  #detailOf({ counters, ranges }: TimelineModel, row: TimelineRow): string {
    const { formats, trans } = this.options;
    if (row.counter < 0) return '';
    return trans.__('max %1', formats.value(counters[row.counter].unit, ranges[row.counter].max));
  }

  #focusedTrack(): string | null {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !this.#rows.contains(focused)) return null;
    return focused.dataset.track ?? null;
  }

  #button(track: string): HTMLElement | null {
    return this.#rows.querySelector<HTMLElement>(`button[data-track="${track}"]`);
  }
}

function indentOf({ level }: TimelineRow): number {
  return LEFT_PX + INDENT_PX * Math.min(level, MAX_INDENTS);
}

function toggleNode(row: TimelineRow, name: string): HTMLElement {
  const mark = element('span', {
    part: 'timelineCaret',
    text: row.isCollapsed ? '▸' : '▾',
    attributes: { 'aria-hidden': 'true' }
  });
  return element(
    'button',
    {
      part: 'timelineToggle',
      attributes: {
        type: 'button',
        'aria-expanded': String(!row.isCollapsed),
        'data-track': row.track
      }
    },
    [mark, element('span', { text: name })]
  );
}
