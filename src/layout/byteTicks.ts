import { roundStep } from './axis';

/** A mark on an axis of bytes. */
export interface ByteTick {
  readonly bytes: number;
  readonly text: string;
}

const UNITS = [
  { name: 'TB', size: 1e12 },
  { name: 'GB', size: 1e9 },
  { name: 'MB', size: 1e6 },
  { name: 'kB', size: 1e3 },
  { name: 'B', size: 1 }
] as const;

/** Marks at round sizes in `from … to`, at most `maxTicks` steps, all in one unit; whole bytes. */
export function byteTicks(from: number, to: number, maxTicks: number): ByteTick[] {
  if (!(to > from)) return [{ bytes: from, text: `${from} B` }];
  const step = Math.max(1, roundStep((to - from) / Math.max(1, maxTicks)));
  const unit = UNITS.find(({ size }) => to >= size) ?? UNITS[UNITS.length - 1];
  const decimals = Math.max(0, -Math.floor(Math.log10(step / unit.size) + 1e-9));
  const ticks: ByteTick[] = [];
  const last = Math.floor(to / step + 1e-9);
  for (let index = Math.ceil(from / step - 1e-9); index <= last; index++) {
    const bytes = index * step;
    ticks.push({ bytes, text: `${(bytes / unit.size).toFixed(decimals)} ${unit.name}` });
  }
  return ticks;
}
