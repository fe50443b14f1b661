import { verdictOf, wholeChange } from '../analysis/comparison/verdict';
import { type Translator, UNTRANSLATED } from '../base/translator';
import type { BundleComparison, RunningChange } from '../model/output/comparison';
import { type SentenceOptions, withoutSign } from './findings/findingSentence';
import { type CellFormats, PLAIN_FORMATS } from '../tables/reportTable';

/** Take the places of values in a translation. */
const MARKS = ['%1', '%2', '%3', '%4'];

/** Changes that would be rounded to nothing. */
const LEAST_CHANGE = 0.0005;

/** The times of a whole cell before and after, and how often each was run. */
export interface ComparedTimes extends Pick<BundleComparison, 'whole'> {
  readonly before: Pick<BundleComparison['before'], 'runs'>;
  readonly after: Pick<BundleComparison['after'], 'runs'>;
}

/**
 * What the comparison says of the whole cell, in one or two sentences: by how much it is faster or
 * slower with the bounds of the 95 % confidence interval, that this may be chance, or that one run
 * cannot tell.
 */
export function verdictSentence(
  comparison: ComparedTimes,
  { trans = UNTRANSLATED, formats = PLAIN_FORMATS }: SentenceOptions = {}
): string {
  const { before, after, whole } = comparison;
  const { low, high, running } = whole;
  const words = new VerdictWords(trans, formats);
  const busy = running === undefined ? '' : ` ${words.busy(running)}`;
  const times = [formats.duration(whole.beforeNs), formats.duration(whole.afterNs)];
  const verdict = verdictOf(whole);
  if (verdict === 'unknown' || low === null || high === null) {
    const change = words.fill('%1: %2 → %3.', words.changed(wholeChange(whole)), ...times);
    const doubt = trans.__(
      'A single run cannot tell a change from chance: run both with --repeat.'
    );
    return `${change}${busy} ${doubt}`;
  }
  const runs = words.fill(
    trans.__('%1 → %2 per run, %3 runs before and %4 after.', ...MARKS),
    ...times,
    formats.count(before.runs),
    formats.count(after.runs)
  );
  if (verdict !== 'chance') {
    const change = words.changed(wholeChange(whole));
    return `${words.fill(trans.__('%1, 95 % CI %2', ...MARKS), change, words.interval(low, high))}: ${runs}${busy}`;
  }
  const bounds = [words.changed(low), words.changed(high)];
  const chance = trans.__('The change may be chance (95 % CI: %1 to %2)', ...MARKS);
  return `${words.fill(chance, ...bounds)}: ${runs}${busy}`;
}

/** Words for changes of times. */
class VerdictWords {
  constructor(
    private readonly trans: Translator,
    private readonly formats: CellFormats
  ) {}

  /** A text with `%1`, `%2` … replaced. */
  fill(text: string, ...values: readonly string[]): string {
    return text.replace(/%(\d)/g, (_, place: string) => values[Number(place) - 1] ?? '');
  }

  /** The part of a change that a busy machine does not explain. */
  busy(running: RunningChange): string {
    const { trans, formats } = this;
    const { beforeNs, afterNs, low, high } = running;
    const times = [formats.duration(beforeNs), formats.duration(afterNs)];
    if (low === null || high === null) {
      const text = trans.__(
        'The machine was busy: without waiting for a core it is %1 → %2 (%3).',
        ...MARKS
      );
      return this.fill(text, ...times, this.changed(wholeChange(running)));
    }
    const text = trans.__(
      'The machine was busy: without waiting for a core it is %1 → %2 (95 % CI: %3 to %4).',
      ...MARKS
    );
    return this.fill(text, ...times, this.changed(low), this.changed(high));
  }

  /** `36 % faster`. */
  changed(change: number | null): string {
    const { trans, formats } = this;
    if (change === null) return trans.__('Changed');
    if (Math.abs(change) < LEAST_CHANGE) return trans.__('No change');
    const text = change < 0 ? trans.__('%1 faster', '%1') : trans.__('%1 slower', '%1');
    return this.fill(text, formats.percent(Math.abs(change)));
  }

  /** `31–41 %`, the smaller bound first, whichever direction. */
  interval(low: number, high: number): string {
    const sizes = [Math.abs(low), Math.abs(high)].sort((a, b) => a - b);
    const [from, to] = sizes.map(size => this.formats.percent(size));
    return from === to ? from : `${withoutSign(from, to)}–${to}`;
  }
}
