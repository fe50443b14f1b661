import type { TranslationBundle } from '@jupyterlab/translation';
import { meanOfRuns } from 'kernelscope/analysis';
import { repetitionScale } from 'kernelscope/layout';
import type { BundleComparison, ComparedRun } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import { element } from '../../shared/elements/dom';
import { section } from './section';

/** What {@link repetitionDots} needs to put numbers into words. */
export interface DotsOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/**
 * The time of each repetition as a dot, with the mean of each profile and its 95 % confidence interval;
 * null unless both cells were repeated.
 */
export function repetitionDots(
  { before, after }: BundleComparison,
  options: DotsOptions
): HTMLElement | null {
  const { trans } = options;
  if (Math.min(before.repetitionsNs.length, after.repetitionsNs.length) < 2) return null;
  const placeOf = repetitionScale([...before.repetitionsNs, ...after.repetitionsNs]);
  return section(trans.__('Time of each repetition'), [
    dotRow(trans.__('Before'), before, placeOf, options),
    dotRow(trans.__('After'), after, placeOf, options)
  ]);
}

function dotRow(
  label: string,
  { repetitionsNs }: ComparedRun,
  placeOf: (ns: number) => number,
  { trans, formats }: DotsOptions
): HTMLElement {
  const { mean, halfWidth } = meanOfRuns(repetitionsNs);
  const figures = `${formats.duration(mean)} ± ${formats.duration(halfWidth)}`;
  const told = trans.__(
    '%1: %2 repetitions between %3 and %4, mean %5 with 95 % confidence',
    label,
    formats.count(repetitionsNs.length),
    formats.duration(Math.min(...repetitionsNs)),
    formats.duration(Math.max(...repetitionsNs)),
    figures
  );
  const dots = repetitionsNs.map((ns, at) => {
    const title = trans.__('Repetition %1: %2', formats.count(at + 1), formats.duration(ns));
    const dot = element('span', { part: 'compareDot', attributes: { title } });
    dot.style.left = percent(placeOf(ns));
    return dot;
  });
  const interval = element('span', { part: 'compareInterval', attributes: { title: figures } });
  const [from, to] = [placeOf(mean - halfWidth), placeOf(mean + halfWidth)];
  interval.style.left = percent(from);
  interval.style.width = percent(to - from);
  const middle = element('span', { part: 'compareMean' });
  middle.style.left = percent(placeOf(mean));
  const attributes = { role: 'img', 'aria-label': told };
  return element('div', { part: 'compareDotRow' }, [
    element('span', { text: label }),
    element('div', { part: 'compareDots', attributes }, [interval, middle, ...dots]),
    element('span', { part: 'compareFigures', text: figures })
  ]);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)}%`;
}
