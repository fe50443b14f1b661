import path from 'node:path';
import { formatCount, plural } from '../../../base/text';
import type { CrossRankBundle } from '../../../formats';
import { type CrossRankReport, crossRankText, printable } from '../../../report';
import { tableHtml } from '../../../formats/html/tableHtml';
import { type ResultDisplay, displayKey } from '../../../model/output/resultDisplay';
import { findings } from '../../../report/crossRank/crossRankFindings';
import { runTables } from '../../../report/crossRank/crossRankTables';

/** One directory that was analysed. */
export interface AnalysedCycle {
  /** Absolute path. */
  readonly directory: string;
  /** The start of its rank that it belongs to: 0 for the first, more where a rank was started again. */
  readonly run: number;
  /** The rank that its process recorded, or a free number in the order of directory names. */
  readonly rank: number;
  /** Its number within the run of its rank, from 0, in order of start. */
  readonly cycle: number;
  /** The number of its steps, or of those in `stepList`. */
  readonly steps: number;
  /** The number of its slices, in whatever step they are. */
  readonly slices: number;
  /** True if the process was killed or the file cut off: only the recording until then is there. */
  readonly isRecovered: boolean;
  /** Files that were written, absolute paths. */
  readonly files: readonly string[];
  /** Missing or damaged data that was skipped, a sentence each. */
  readonly notes: readonly string[];
}

/** One directory that could not be analysed. */
export interface FailedCycle {
  /** Absolute path. */
  readonly directory: string;
  /** Why it could not be analysed. */
  readonly reason: string;
}

/** The contents of {@link OfflineReport}. */
export interface OfflineResults {
  /** The folder that was named, absolute. */
  readonly path: string;
  /** Directories that were analysed, in the order of their names. */
  readonly analysed: readonly AnalysedCycle[];
  /** Directories without any of the requested steps. */
  readonly skipped: readonly string[];
  /** Directories that could not be analysed, each with the reason. */
  readonly failed: readonly FailedCycle[];
  /** The comparison of the ranks; null if it was not possible, for a reason in `notes`. */
  readonly crossRank: CrossRankReport | null;
  /** The report's and tables' files and folders, absolute paths. */
  readonly files: readonly string[];
  /** Other errors, a sentence each. */
  readonly problems: readonly string[];
  /** Remarks, a sentence each. */
  readonly notes: readonly string[];
}

/** Directories that are named of those that have failed for the same reason; `failed` has all. */
const NAMED_FAILURES = 3;

/** The result of an offline analysis. */
export class OfflineReport implements OfflineResults {
  readonly path: string;
  readonly analysed: readonly AnalysedCycle[];
  readonly skipped: readonly string[];
  readonly failed: readonly FailedCycle[];
  readonly crossRank: CrossRankReport | null;
  readonly files: readonly string[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];

  /** The heat map for a notebook's output. */
  readonly #ranks: CrossRankBundle | null;

  constructor(results: OfflineResults, ranks: CrossRankBundle | null = null) {
    this.#ranks = ranks;
    this.path = results.path;
    this.analysed = results.analysed;
    this.skipped = results.skipped;
    this.failed = results.failed;
    this.crossRank = results.crossRank;
    this.files = results.files;
    this.problems = results.problems;
    this.notes = results.notes;
  }

  /** True if all directories were analysed and all files written. */
  get isComplete(): boolean {
    return this.failed.length === 0 && this.problems.length === 0;
  }

  /**
   * The report as text: the work done, failures, the comparison of ranks, the locations of the files.
   */
  toString(): string {
    const { crossRank } = this;
    const ranks = crossRank === null ? '' : `\n${crossRankText(crossRank)}`;
    return `${this.#headLines().map(printable).join('\n')}\n${ranks}${this.#fileText()}`;
  }

  /** The output of `console.log`: `toString()`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }

  /** The last line of a cell: the heat map of the ranks; their tables where nothing can show it. */
  [displayKey()](): ResultDisplay {
    const runs = this.crossRank?.runs ?? [];
    const notes = [
      ...this.#headLines(),
      ...runs.flatMap(run => findings(run)),
      ...this.files.map(file => `Written: ${this.#nameOf(file)}`)
    ];
    const html = tableHtml(runs.flatMap(runTables), { notes });
    const text = this.toString();
    return this.#ranks === null ? { html, text } : { html, text, ranks: this.#ranks };
  }

  #headLines(): string[] {
    const { analysed, skipped, failed, problems, notes } = this;
    const all = analysed.length + skipped.length + failed.length;
    const slices = analysed.reduce((sum, one) => sum + one.slices, 0);
    const withNotes = analysed.filter(cycle => cycle.notes.length > 0);
    return [
      `Analysed ${analysed.length} of ${plural(all, 'directory', 'directories')} in ${this.path}: ` +
        `${plural(slices, 'slice')}.`,
      ...withNotes.map(cycle => this.#noteLine(cycle)),
      ...skipped.map(directory => `Skipped: ${this.#nameOf(directory)} has none of the steps.`),
      ...this.#failureLines(),
      ...problems,
      ...notes
    ];
  }

  /** A line for each directory, or for many with the same reason. */
  #failureLines(): string[] {
    const byReason = new Map<string, string[]>();
    for (const { directory, reason } of this.failed) {
      const names = byReason.get(reason) ?? [];
      names.push(this.#nameOf(directory));
      byReason.set(reason, names);
    }
    return [...byReason].flatMap(([reason, names]) => {
      if (names.length <= NAMED_FAILURES) return names.map(name => `Failed: ${name}: ${reason}`);
      const rest = formatCount(names.length - NAMED_FAILURES);
      return `Failed: ${names.slice(0, NAMED_FAILURES).join(', ')} and ${rest} more: ${reason}`;
    });
  }

  #noteLine({ directory, isRecovered, notes }: AnalysedCycle): string {
    const word = isRecovered ? 'Recovered' : 'Note';
    return `${word}: ${this.#nameOf(directory)}: ${notes.join(' ')}`;
  }

  #fileText(): string {
    if (this.files.length === 0) return '';
    const lines = this.files.map(file => `  ${printable(this.#nameOf(file))}`);
    return `\nWritten to ${printable(this.path)}:\n${lines.join('\n')}\n`;
  }

  #nameOf(file: string): string {
    return path.relative(this.path, file) || path.basename(file);
  }
}
