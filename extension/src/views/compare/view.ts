import type { BundleComparison, ComparedRow, ProfileBundle } from 'kernelscope/model';
import type { ProfileContent, TabOptions } from '../../shared/content/profileTab';
import type { Selection } from '../../shared/content/selection';
import { element } from 'kernelscope/web';
import { repetitionDots } from '../../shared/elements/repetitionDots';
import { CanvasTab } from '../../shared/canvas/canvasTab';
import { ChangeWords } from './changeWords';
import { CallWords } from './callWords';
import { ComparedCalls } from './comparedCalls';
import { CompareStage } from './stage';
import { section } from './section';
import { SourceLines } from './sourceLines';
import type { TranslationBundle } from '../../shared/content/application';
import { verdictOf, wholeChange } from 'kernelscope/analysis';
import { verdictSentence } from 'kernelscope/report';
import type { NumberFormats } from '../../shared/content/format';
import { datedTitle } from '../../shared/content/recordedAt';
import { SortableTable } from '../../shared/grid/sortableTable';
import { changeColumns, CHANGE_COLUMN } from './changeColumns';

/** The dependencies of {@link ChangeTable}. */
interface ChangeTableOptions {
  readonly title: string;
  readonly words: ChangeWords;
  readonly onPick: (row: ComparedRow) => void;
}

/** Names with what they changed by, as a table with bars to the left and the right of zero. */
class ChangeTable {
  readonly node: HTMLElement;
  readonly #words: ChangeWords;
  readonly #table: SortableTable<ComparedRow>;

  constructor({ title, words, onPick }: ChangeTableOptions) {
    this.#words = words;
    this.#table = new SortableTable({
      label: title,
      sort: { column: CHANGE_COLUMN, direction: 'descending' },
      emptyText: '',
      onPick
    });
    this.node = section(title, [this.#table.node]);
  }

  /** Takes other rows; without any it is hidden. */
  setRows(rows: readonly ComparedRow[]): void {
    this.node.hidden = rows.length === 0;
    this.#table.setRows(changeColumns(rows, this.#words), rows);
  }

  /** Shows its rows, and marks the one that is selected. */
  draw(isSelected: (row: ComparedRow) => boolean): void {
    this.#table.draw(isSelected);
  }
}

/**
 * What changed from another profile: the verdict on the whole cell, the repetitions of both, the names
 * that changed the most, the calls of both in one picture, the lines that changed since, and memory.
 */
export class CompareView extends CanvasTab<CompareStage> {
  readonly #options: TabOptions;
  readonly #calls: ComparedCalls;
  readonly #head = element('div', { part: 'compareHead' });
  readonly #times: ChangeTable;
  readonly #counters: ChangeTable;
  readonly #lines: SourceLines;
  #bundle: ProfileBundle | null = null;

  constructor(options: TabOptions) {
    const { trans, formats } = options;
    const words = new ChangeWords(trans, formats);
    const callWords = new CallWords(words);
    super({
      ...options,
      name: 'compare',
      stage: new CompareStage((state, row) => callWords.label(state, row)),
      roleDescription: trans.__('flame graph'),
      keys: 'Enter Backspace Home Escape /',
      empty: element('p', { text: trans.__('This profile was not compared with another one.') })
    });
    this.#options = options;
    const onPick = (row: ComparedRow): void => this.#pick(row);
    this.#times = new ChangeTable({ title: trans.__('Changes of times'), words, onPick });
    const memory = trans.__('Changes of memory and counters');
    this.#counters = new ChangeTable({ title: memory, words, onPick });
    this.#lines = new SourceLines(words, line => this.#pickLine(line));
    this.#calls = new ComparedCalls({
      stage: this.stage,
      words: callWords,
      live: this.live,
      showTooltip: (description, { clientX, clientY }) =>
        this.showTooltip(description, clientX, clientY),
      hideTooltip: () => this.hideTooltip()
    });
    const parts = [this.#times.node, this.note, this.#calls.node, this.#lines.node];
    this.body.append(this.#head, ...parts, this.#counters.node);
  }

  setContent({ bundle }: ProfileContent): void {
    this.setBundle(bundle);
  }

  /** Shows the comparison of a bundle, which needs nothing of its slices. */
  setBundle(bundle: ProfileBundle): void {
    const { comparison } = bundle;
    const isSame = this.#bundle?.comparison === comparison;
    this.#bundle = bundle;
    if (isSame) return;
    this.showEmptiness(comparison === null);
    if (comparison !== null) this.#show(comparison);
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#calls.dispose();
    super.dispose();
  }

  protected override onKey(event: KeyboardEvent): boolean {
    return this.#calls.onKey(event);
  }

  protected override onZoomed(): void {
    // A comparison is of whole runs.
  }

  protected override onSelected(): void {
    this.#mark();
  }

  #show(comparison: BundleComparison): void {
    const { trans, formats } = this.#options;
    const head = verdictNodes(comparison, this.#options);
    this.#head.replaceChildren(...head, ...this.#repetitions(comparison));
    this.#times.setRows(comparison.rows);
    this.#counters.setRows(comparison.counters);
    this.#lines.setSource(comparison.source);
    const { hiddenRows, tree } = comparison;
    const hidden = formats.count(hiddenRows);
    this.showNote(
      hiddenRows === 0 ? '' : trans.__('%1 rows that changed less do not fit the output.', hidden)
    );
    this.#calls.setTree(tree);
    this.#mark();
  }

  /** The repetitions of both profiles; nothing unless both cells were repeated. */
  #repetitions({ before, after }: BundleComparison): readonly HTMLElement[] {
    const { trans } = this.#options;
    const rows = [
      { label: trans.__('Before'), timesNs: before.repetitionsNs },
      { label: trans.__('After'), timesNs: after.repetitionsNs }
    ];
    if (rows.some(({ timesNs }) => timesNs.length < 2)) return [];
    return [section(trans.__('Time of each repetition'), repetitionDots(rows, this.#options))];
  }

  /** Selects slices of a name in all views. */
  #pick({ kind, category, name }: ComparedRow): void {
    if (kind !== 'slices') return;
    this.link.sendSelection({ type: 'label', category, name });
    this.#mark();
  }

  #pickLine(line: number): void {
    const file = this.#bundle?.summary.cellFile ?? null;
    if (file !== null) this.link.sendSelection({ type: 'line', file, line });
  }

  #mark(): void {
    const { selection } = this.link.state;
    for (const table of [this.#times, this.#counters]) {
      table.draw(row => isOf(selection, row));
    }
  }
}

function isOf(selection: Selection, { kind, category, name }: ComparedRow): boolean {
  return (
    kind === 'slices' &&
    selection.type === 'label' &&
    selection.category === category &&
    selection.name === name
  );
}

/** The language of {@link verdictNodes}, and how it writes numbers and dates. */
interface VerdictOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** The verdict on the whole cell as a sentence, and which profiles were compared. */
function verdictNodes(
  comparison: BundleComparison,
  options: VerdictOptions
): readonly HTMLElement[] {
  const { trans } = options;
  const { before, after } = comparison;
  const attributes = { 'aria-hidden': 'true' };
  const verdict = element('p', { part: 'compareVerdict' }, [
    element('span', { part: 'compareMark', text: markOf(comparison), attributes }),
    element('span', { text: verdictSentence(comparison, options) })
  ]);
  verdict.classList.add(`jp-mod-${verdictOf(comparison.whole)}`);
  const names = trans.__('From %1 to %2', datedTitle(before, trans), datedTitle(after, trans));
  return [verdict, element('p', { part: 'compareNames', text: names })];
}

/** An arrow down for less time, up for more, or a sign for what may be chance. */
function markOf({ whole }: BundleComparison): string {
  if (verdictOf(whole) === 'chance') return '≈';
  const change = wholeChange(whole) ?? 0;
  return change === 0 ? '≈' : change < 0 ? '▼' : '▲';
}
