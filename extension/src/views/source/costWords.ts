import type { TranslationBundle } from '../../shared/content/application';
import { type LineCostKind, shareInterval } from 'kernelscope/analysis';
import type { NumberFormats } from '../../shared/content/format';

/** The name of a kind of cost, and the sentences behind its columns. */
export interface CostWords {
  readonly name: string;
  readonly self: string;
  readonly total: string;
  /** Heading of the column that is no share. */
  readonly amountLabel: string;
  readonly amount: string;
}

/** The words for costs of a kind, which has totals or self costs alone. */
export function costWords(
  kind: LineCostKind,
  hasTotals: boolean,
  trans: TranslationBundle
): CostWords {
  switch (kind) {
    case 'cpu':
      return cpuWords(hasTotals, trans);
    case 'waiting':
      return waitingWords(trans);
    case 'allocations':
      return {
        name: trans.__('Allocations'),
        self: trans.__('Share of all bytes, allocated by functions that begin on the line'),
        total: trans.__('Share of all bytes, allocated by those functions and what they called'),
        amountLabel: trans.__('Bytes'),
        amount: trans.__('Allocated, estimated from samples of the heap')
      };
    case 'operators':
      return {
        name: trans.__('Operators'),
        self: trans.__('Share of the run in operators that the line called itself'),
        total: trans.__('Share of the run in operators with the line on their stack'),
        amountLabel: trans.__('Time'),
        amount: trans.__('Time of operators with the line on their stack')
      };
    case 'gpu':
      return {
        name: trans.__('GPU'),
        self: trans.__('GPU time of work that the line itself launched, as a share of the run'),
        total: trans.__('GPU time of work launched with the line on the stack'),
        amountLabel: trans.__('GPU time'),
        amount: trans.__('GPU time of that work')
      };
  }
}

function cpuWords(hasTotals: boolean, trans: TranslationBundle): CostWords {
  return {
    name: trans.__('CPU'),
    self: trans.__('Share of the run spent on the line itself'),
    total: trans.__('Share of the run spent on the line and in what it called'),
    amountLabel: trans.__('Time'),
    amount: hasTotals
      ? trans.__('Time of the line and of what it called, estimated from samples')
      : trans.__('Time of the line itself, estimated from samples')
  };
}

function waitingWords(trans: TranslationBundle): CostWords {
  return {
    name: trans.__('Waiting'),
    self: trans.__('Share of the run for which the thread waited at an await on the line'),
    total: trans.__('Share of the run for which it waited in the line or in what it called'),
    amountLabel: trans.__('Time'),
    amount: trans.__('Time for which it waited in the line or in what it called')
  };
}

/** How sure a share of `sampleCount` samples is, in words; nothing where nothing was sampled. */
export function shareTitle(
  share: number,
  {
    sampleCount,
    formats,
    trans
  }: {
    readonly sampleCount: number;
    readonly formats: NumberFormats;
    readonly trans: TranslationBundle;
  }
): string | undefined {
  if (sampleCount === 0) return undefined;
  const { low, high } = shareInterval(share, sampleCount);
  return trans.__(
    '%1 of %2 samples; between %3 and %4 with 95 % confidence',
    formats.percent(share),
    formats.count(sampleCount),
    formats.percent(low),
    formats.percent(high)
  );
}
