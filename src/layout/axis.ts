import { NS_PER_MS, NS_PER_S, NS_PER_US } from '../base/time';

/** A mark on the time axis. */
export interface AxisTick {
  readonly timeNs: number;
  readonly text: string;
}

const UNITS = [
  { name: 's', size: NS_PER_S },
  { name: 'ms', size: NS_PER_MS },
  { name: 'µs', size: NS_PER_US },
  { name: 'ns', size: 1 }
] as const;

/**
 * Marks at round times in `fromNs … toNs`, at most `maxTicks` steps, all in one unit that each one
 * states: the largest of s, ms, µs, ns in which a step is at least 0.1.
 */
export function timeTicks(fromNs: number, toNs: number, maxTicks: number): AxisTick[] {
  if (!(toNs > fromNs)) return [];
  const step = roundStep((toNs - fromNs) / maxTicks);
  const unit = UNITS.find(({ size }) => step >= size / 10) ?? UNITS[UNITS.length - 1];
  const decimals = Math.max(0, -Math.floor(Math.log10(step / unit.size) + 1e-9));
  const ticks: AxisTick[] = [];
  const last = Math.floor(toNs / step + 1e-9);
  for (let index = Math.ceil(fromNs / step - 1e-9); index <= last; index++) {
    const timeNs = index * step;
    ticks.push({ timeNs, text: `${(timeNs / unit.size).toFixed(decimals)} ${unit.name}` });
  }
  return ticks;
}

/** The smallest of 1, 2, 5 × 10ⁿ that is not less than `least` > 0: a step that reads well. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find(each => each * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** The share of the width that is left free on either side. */
const MARGIN = 0.04;

/**
 * Places of times on a line from the least to the greatest of `timesNs`, as shares of its width; times
 * beyond the line are at its ends.
 */
export function repetitionScale(timesNs: readonly number[]): (ns: number) => number {
  const [least, most] = [Math.min(...timesNs), Math.max(...timesNs)];
  const span = Math.max(most - least, Number.MIN_VALUE);
  return ns => Math.max(0, Math.min(1, MARGIN + ((1 - 2 * MARGIN) * (ns - least)) / span));
}
