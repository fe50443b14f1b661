import type { Translator } from '../base/translator';
import { multipleAt, ranksOfRow } from '../layout/rankGrid';
import type { RankReason, StepPart } from '../report/crossRank/rankReasons';
import type { RankState } from './rankState';

/** A part of a tooltip: its name and its value. */
export type RankFact = readonly [label: string, value: string];

/** The texts of a view and how it writes durations. */
export interface RankLanguage {
  readonly trans: Translator;
  /** Nanoseconds with the symbol that suits them. */
  readonly duration: (ns: number) => string;
}

/** The texts of the views about ranks, steps and cells. */
export class RankWords {
  constructor(private readonly language: RankLanguage) {}

  /** `Rank 3`, or `Ranks 8–11` for a line with several. */
  ranks(state: RankState, line: number): string {
    const { trans } = this.language;
    const ranks = ranksOfRow(state.grid, state.lines[line]);
    const [first, last] = [ranks[0], ranks[ranks.length - 1]];
    return first === last
      ? trans.__('Rank %1', String(first))
      : trans.__('Ranks %1–%2', String(first), String(last));
  }

  /** `Step 7`, or `Steps 8–11` for a column with several; cycles where a run has no steps. */
  phases({ grid, run }: RankState, column: number): string {
    const { trans } = this.language;
    const { first, last } = grid.phases[column];
    const isStep = run.comparedBy === 'step';
    if (first === last) {
      return isStep ? trans.__('Step %1', String(first)) : trans.__('Cycle %1', String(first));
    }
    const numbers = [String(first), String(last)] as const;
    return isStep ? trans.__('Steps %1–%2', ...numbers) : trans.__('Cycles %1–%2', ...numbers);
  }

  /** The figures of a cell, or of a line where `column` is null. */
  facts(state: RankState, line: number, column: number | null): readonly RankFact[] {
    const { trans, duration } = this.language;
    const { grid, figures } = state;
    const rank = state.ranksOf(line)[0];
    const { host = '', pace = null } = figures.get(rank) ?? {};
    const pairs: RankFact[] = [[trans.__('Host'), host]];
    if (pace !== null) pairs.push([trans.__('Pace'), this.times(pace)]);
    if (column === null) return pairs;
    const multiple = multipleAt(grid, state.lines[line], column);
    if (Number.isNaN(multiple)) return [...pairs, [trans.__('Time'), trans.__('not recorded')]];
    const { first, last, medianNs } = grid.phases[column];
    if (first === last) {
      pairs.push([trans.__('Time'), duration(multiple * medianNs)]);
      pairs.push([trans.__('Median of the ranks'), duration(medianNs)]);
    }
    const isOne = first === last && grid.rowSize === 1;
    return [
      ...pairs,
      [isOne ? trans.__('× median') : trans.__('Highest × median'), multiple.toFixed(2)]
    ];
  }

  /** A cell in one sentence, for a screen reader. */
  cell(state: RankState, line: number, column: number): string {
    const facts = this.facts(state, line, column).map(([label, value]) => `${label} ${value}`);
    return [this.ranks(state, line), this.phases(state, column), ...facts].join(', ');
  }

  /** The picture in one sentence. */
  summary({ run, grid }: RankState): string {
    const { trans } = this.language;
    const counts = [String(grid.ranks.length), String(run.phaseCount)] as const;
    return run.comparedBy === 'step'
      ? trans.__('Heat map of %1 ranks and %2 steps', ...counts)
      : trans.__('Heat map of %1 ranks and %2 cycles', ...counts);
  }

  /** `1.40 × the median`. */
  times(factor: number): string {
    return this.language.trans.__('%1 × the median', factor.toFixed(2));
  }

  part(part: StepPart): string {
    const { trans } = this.language;
    const names: Readonly<Record<StepPart, string>> = {
      computing: trans.__('Computing'),
      dataWait: trans.__('Waiting for data'),
      gpuWait: trans.__('Waiting for the GPU'),
      communication: trans.__('Communication'),
      free: trans.__('Free')
    };
    return names[part];
  }

  /** Why a rank is slow. */
  reason(reason: RankReason | null): string {
    const { trans, duration } = this.language;
    if (reason === null) return trans.__('The parts of its steps were not recorded.');
    const { main } = reason;
    if (main === null) {
      return trans.__('No part of its steps is well above the median of the ranks.');
    }
    return trans.__(
      'Mostly %1: %2 a step, %3 more than the median of the ranks.',
      this.part(main.part).toLowerCase(),
      duration(main.meanNs),
      duration(main.excessNs)
    );
  }

  /** A difference with its sign. */
  signed(ns: number): string {
    const text = this.language.duration(Math.abs(ns));
    if (ns > 0) return `+${text}`;
    return ns < 0 ? `−${text}` : text;
  }
}
