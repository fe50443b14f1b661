import type { TranslationBundle } from '../content/application';
import { meanOfRuns } from 'kernelscope/analysis';
import { repetitionScale } from 'kernelscope/layout';
import type { NumberFormats } from '../content/format';
import { element } from 'kernelscope/web';

/** The repetitions of one profile. */
export interface RepeatedRun {
  readonly label: string;
  /** The time of each repetition, at least two. */
  readonly timesNs: readonly number[];
}

/** The language and number formats of {@link repetitionDots}. */
export interface DotsOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/**
 * The time of each repetition as a dot, one row a profile, with the mean and its 95 % confidence
 * interval; below them the least and the greatest time. All rows have the same scale.
 */
export function repetitionDots(rows: readonly RepeatedRun[], options: DotsOptions): HTMLElement[] {
  const times = rows.flatMap(({ timesNs }) => timesNs);
  const placeOf = repetitionScale(times);
  const ends = [Math.min(...times), Math.max(...times)].map(ns => {
    const end = element('span', { text: options.formats.duration(ns) });
    end.style.left = percent(placeOf(ns));
    return end;
  });
  const attributes = { 'aria-hidden': 'true' };
  const axis = element('div', { part: 'repetitionRow', attributes }, [
    element('span'),
    element('div', { part: 'repetitionAxis' }, ends)
  ]);
  return [...rows.map(row => dotRow(row, placeOf, options)), axis];
}

function dotRow(
  { label, timesNs }: RepeatedRun,
  placeOf: (ns: number) => number,
  { trans, formats }: DotsOptions
): HTMLElement {
  const { mean, halfWidth } = meanOfRuns(timesNs);
  const figures = `${formats.duration(mean)} ± ${formats.duration(halfWidth)}`;
  const told = trans.__(
    '%1: %2 repetitions between %3 and %4, mean %5 with 95 % confidence',
    label,
    formats.count(timesNs.length),
    formats.duration(Math.min(...timesNs)),
    formats.duration(Math.max(...timesNs)),
    figures
  );
  const dots = timesNs.map((ns, at) => {
    const title = trans.__('Repetition %1: %2', formats.count(at + 1), formats.duration(ns));
    const dot = element('span', { part: 'repetitionDot', attributes: { title } });
    dot.style.left = percent(placeOf(ns));
    return dot;
  });
  const interval = element('span', { part: 'repetitionInterval', attributes: { title: figures } });
  const [from, to] = [placeOf(mean - halfWidth), placeOf(mean + halfWidth)];
  interval.style.left = percent(from);
  interval.style.width = percent(to - from);
  const middle = element('span', { part: 'repetitionMean' });
  middle.style.left = percent(placeOf(mean));
  const attributes = { role: 'img', 'aria-label': told };
  return element('div', { part: 'repetitionRow' }, [
    element('span', { text: label }),
    element('div', { part: 'repetitionDots', attributes }, [interval, middle, ...dots]),
    element('span', { part: 'repetitionFigures', text: figures })
  ]);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)}%`;
}
