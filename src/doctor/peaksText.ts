import type { MeasuredPeak, Peaks } from '../analysis/operators/traffic/peaks';

const GIGA = 1e9;
const NAME_WIDTH = 38;

/** The peaks as text, one for each line. */
export function peaksText({ compute, memory }: Peaks): string {
  return [
    ...compute.map(peak => lineOf(peak, 'GFLOP/s')),
    lineOf({ ...memory, name: `memory, ${memory.name}` }, 'GB/s')
  ].join('\n');
}

function lineOf({ name, value, isCertain, why }: MeasuredPeak, unit: string): string {
  const doubt = isCertain ? '' : ` (uncertain: ${why})`;
  return `${name.padEnd(NAME_WIDTH)}${(value / GIGA).toFixed(1)} ${unit}${doubt}`;
}
