import type { TranslationBundle } from '../../shared/content/application';
import { changeOf } from 'kernelscope/analysis';
import type { ComparedRow } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';

/** A minus as long as a plus. */
const MINUS = '−';

export class ChangeWords {
  constructor(
    readonly trans: TranslationBundle,
    readonly formats: NumberFormats
  ) {}

  /** A change of a time with its sign. */
  time(ns: number): string {
    return signed(ns, this.formats.duration(Math.abs(ns)));
  }

  /** What a row changed by, with its sign. */
  change(row: ComparedRow): string {
    const change = changeOf(row);
    return signed(change, this.formats.value(row.unit, Math.abs(change)));
  }

  /** The change as a share of the value before, or words where there is none. */
  share({ before, after }: Pick<ComparedRow, 'before' | 'after'>): string {
    const { trans, formats } = this;
    if (before === null) return trans.__('new');
    if (after === null) return trans.__('gone');
    if (before === 0) return '';
    const share = (after - before) / before;
    return signed(share, formats.percent(Math.abs(share)));
  }

  /** How far the interval of a change reaches to either side; empty where that is not known. */
  reach({ low, high, unit }: ComparedRow): string {
    if (low === null || high === null) return '';
    return `± ${this.formats.value(unit, (high - low) / 2)}`;
  }
}

/** `size` behind the sign of `change`; nothing changed by nothing. */
function signed(change: number, size: string): string {
  if (change === 0) return '0';
  return `${change < 0 ? MINUS : '+'}${size}`;
}
