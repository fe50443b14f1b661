import {
  type AllocationSteps,
  allocationsByScope,
  allocationSteps,
  memoryPeakNs,
  memoryAt
} from 'kernelscope/analysis';
import { type Profile, MEMORY_COUNTERS } from 'kernelscope/model';
import {
  memoryTables,
  scopesTable,
  type ReportTable,
  type Cell,
  cellText
} from 'kernelscope/report';
import { element, clipText } from 'kernelscope/web';
import type { ProfileContent } from '../../shared/content/profileTab';
import { stretchText, type NumberFormats } from '../../shared/content/format';
import { type CurveTabOptions, CurveTab } from '../../shared/curves/curveTab';
import type { TranslationBundle } from '../../shared/content/application';
import type { CurveChoice } from '../../shared/curves/panel';
import { isGpuCounter } from '../../shared/content/gpuCounters';
import { shortText } from '../../shared/grid/reportGrid';

/** Rows of a table at most. */
const MAX_ROWS = 100;

/**
 * Curves of the counters of a profile on the time axis that all views share, the same in numbers,
 * and who allocated memory of the heap and of devices, when that was recorded. Drawn only while shown.
 */
export class MemoryView extends CurveTab {
  readonly #composition = element('div', {
    part: 'composition',
    attributes: { 'aria-live': 'polite' }
  });
  readonly #heap = element('div', { part: 'heapFunctions' });
  readonly #allocations = element('div', { part: 'allocations' });
  #pickedNs: number | null = null;
  #steps: AllocationSteps | null = null;
  /** The profile whose functions and constructors are on show: they know no window. */
  #heapOf: Profile | null = null;

  constructor(options: CurveTabOptions) {
    super('memory', options, memoryCurves(options.trans), {
      onPick: timeNs => this.#pick(timeNs),
      momentNs: () => this.#pickedNs
    });
    this.node.append(this.curves.node, this.#composition, this.#heap, this.#allocations);
  }

  override setContent(content: ProfileContent): void {
    this.#steps = null;
    this.#pickedNs = null;
    this.curves.setContent(content);
    super.setContent(content);
  }

  protected override draw(content: ProfileContent): void {
    this.curves.draw();
    this.#showComposition(content);
    this.#showHeap(content);
    this.#showAllocations(content);
  }

  #pick(timeNs: number): void {
    this.#pickedNs = timeNs;
    this.update();
  }

  /** Of the moment that was picked while it is on show, else of the peak. */
  #showComposition({ profile }: ProfileContent): void {
    const { trans, formats, store } = this.options;
    const window = store.state.window ?? { fromNs: 0, toNs: profile.meta.durationNs };
    const picked = this.#pickedNs;
    const isPeak = picked === null || picked < window.fromNs || picked > window.toNs;
    const timeNs = isPeak ? memoryPeakNs(profile, window) : picked;
    const words = { formats, trans };
    const table = timeNs === null ? null : compositionTable(profile, { timeNs, isPeak, ...words });
    const nodes = table === null ? [] : reportFigures(table, words);
    this.#composition.hidden = nodes.length === 0;
    const text = nodes.map(({ textContent }) => textContent).join('');
    // the same once more would be read aloud once more
    if (text !== this.#composition.textContent) this.#composition.replaceChildren(...nodes);
  }

  #showHeap({ profile, isWhole: hasAll }: ProfileContent): void {
    if (this.#heapOf === profile) return;
    this.#heapOf = profile;
    const { trans, formats } = this.options;
    const form = { top: MAX_ROWS, isPart: !hasAll, formats, trans };
    const tables = memoryTables(profile, form);
    this.#heap.replaceChildren(...tables.flatMap(table => reportFigures(table, form)));
    this.#heap.hidden = tables.length === 0;
  }

  #showAllocations({ profile, isWhole: hasAll }: ProfileContent): void {
    this.#allocations.hidden = profile.allocations.length === 0;
    if (this.#allocations.hidden) return;
    const { trans, formats, store } = this.options;
    const { window } = store.state;
    this.#steps ??= allocationSteps(profile.allocations);
    const allocations = allocationsByScope(profile, window ?? undefined, this.#steps);
    const subtitle = window
      ? stretchText(window, formats, trans)
      : trans.__('Over the whole run of %1', formats.duration(profile.meta.durationNs));
    const form = { top: MAX_ROWS, isPart: !hasAll, formats, trans };
    const table = { ...scopesTable(allocations, form), subtitle };
    this.#allocations.replaceChildren(...reportFigures(table, form));
  }
}

/** Every counter but those of GPUs, which have a view of their own; memory first. */
function memoryCurves(trans: TranslationBundle): CurveChoice {
  const known = knownLabels(trans);
  return {
    isShown: series => !isGpuCounter(series),
    units: ['bytes', 'count', 'percent', 'nanoseconds'],
    namesOf: () => ({ known }),
    messageOf: profile => {
      const isSampled = profile.counters.some(
        series => series.unit === 'bytes' && series.time.length > 0 && !isGpuCounter(series)
      );
      return isSampled ? '' : memoryMessage(profile, trans);
    }
  };
}

/** The counters that every recording of memory has, in the order of the chart. */
function knownLabels(trans: TranslationBundle): ReadonlyMap<string, string> {
  return new Map<string, string>([
    [MEMORY_COUNTERS.rss, trans.__('Resident set (RSS)')],
    [MEMORY_COUNTERS.heap, trans.__('JavaScript heap')],
    [MEMORY_COUNTERS.external, trans.__('External')],
    [MEMORY_COUNTERS.arrayBuffers, trans.__('Array buffers')]
  ]);
}

/** Why there are no curves of memory: what the source said went wrong, or how to sample it. */
function memoryMessage({ sources }: Profile, trans: TranslationBundle): string {
  const report = sources.find(({ source }) => source === 'memory');
  if (report && report.message !== '') return report.message;
  if (report) return trans.__('The run was too short for a sample of its memory.');
  return trans.__('Memory was not sampled. Run the cell with %1.', '%%profile --memory');
}

interface CompositionOptions extends FiguresWords {
  readonly timeNs: number;
  /** True for the moment of the peak, false for one that a person picked. */
  readonly isPeak: boolean;
}

/** The parts of the resident memory at a moment; null if it was not sampled. */
function compositionTable(
  profile: Profile,
  { timeNs, isPeak, formats, trans }: CompositionOptions
): ReportTable | null {
  const parts = memoryAt(profile, timeNs);
  if (!parts) return null;
  const at = formats.duration(timeNs);
  const rows: readonly (readonly [part: string, bytes: number])[] = [
    [trans.__('JavaScript heap'), parts.heapBytes],
    [trans.__('Array buffers'), parts.arrayBufferBytes],
    [trans.__('Other external memory'), parts.externalBytes],
    [trans.__('Rest: code, unused heap, native modules, threads'), parts.restBytes],
    [trans.__('Resident set (RSS)'), parts.rssBytes]
  ];
  return {
    title: trans.__('Resident set explained'),
    subtitle: isPeak ? trans.__('At the peak, %1', at) : trans.__('At %1', at),
    columns: [
      { heading: trans.__('Part'), align: 'left' },
      { heading: trans.__('Size'), align: 'right', unit: 'bytes' },
      { heading: trans.__('Share'), align: 'right', unit: 'share' }
    ],
    rows: rows.map(row => [...row, row[1] / Math.max(1, parts.rssBytes)]),
    hidden: 0,
    notes: [
      trans.__(
        'Click the chart to see another moment; on the focused chart Enter picks the middle, and Shift with an arrow key moves on.'
      )
    ]
  };
}

/** The language of a table, and how it writes numbers. */
interface FiguresWords {
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** A table of a report as a table of figures, with the sentences below it. */
function reportFigures(table: ReportTable, { formats, trans }: FiguresWords): HTMLElement[] {
  const { title, subtitle = '', columns, rows, limit = 0, foot = [], none, notes = [] } = table;
  const headings = columns.map((column, at) =>
    element('th', { text: column.heading, attributes: { scope: 'col' }, ...partOf(table, at) })
  );
  const shown = limit > 0 ? rows.slice(0, limit) : rows;
  const node = element('table', { part: 'figures' }, [
    element('caption', {}, [
      element('strong', { part: 'figuresTitle', text: title }),
      element('span', { text: subtitle })
    ]),
    element('thead', {}, [element('tr', {}, headings)]),
    element(
      'tbody',
      {},
      shown.map(cells => rowNode(cells, table, formats))
    ),
    ...(foot.length > 0
      ? [
          element(
            'tfoot',
            {},
            foot.map(cells => rowNode(cells, table, formats))
          )
        ]
      : [])
  ]);
  const left = rows.length - shown.length;
  const sentences = [
    ...(rows.length === 0 && none !== undefined ? [none] : []),
    ...notes,
    ...(left > 0 ? [trans.__('%1 more are not shown.', formats.count(left))] : [])
  ];
  return [node, ...sentences.map(text => element('p', { part: 'chartNote', text }))];
}

/** The class of cells of lines, and of those of texts beside the first one. */
function partOf({ columns }: ReportTable, at: number): { readonly part?: string } {
  if (columns[at].hasLines) return { part: 'retainers' };
  return at > 0 && columns[at].align === 'left' ? { part: 'figuresText' } : {};
}

function rowNode(cells: readonly Cell[], table: ReportTable, formats: NumberFormats): HTMLElement {
  const nodes = cells.map((cell, at) => {
    const column = table.columns[at];
    const part = partOf(table, at);
    if (typeof cell === 'object' && cell !== null && column.hasLines) {
      return element('td', part, cell.map(lineNode));
    }
    const text = cellText(cell, column, formats);
    if (column.align === 'right') return element('td', { text });
    const shown = shortText(text, column.short);
    const attributes = { dir: 'auto', title: clipText(text) };
    return at === 0
      ? element('th', { text: shown, attributes: { scope: 'row', ...attributes } })
      : element('td', { ...part, text: shown, attributes });
  });
  return element('tr', {}, nodes);
}

/** A line's part means little on its own, so it is in the tooltip. */
function lineNode({ text, title }: { readonly text: string; readonly title: string }): HTMLElement {
  return element('div', { attributes: { title } }, [
    element('code', { text, attributes: { dir: 'auto' } })
  ]);
}
