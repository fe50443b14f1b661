import { roundStep } from '../../layout/axis';
import type { MemoryFlowPanel } from '../../layout/memoryFlow';
import type { AddressStretch } from '../../layout/memoryFlowStretches';
import type { TimedValues } from '../../analysis/slices/counterValues';
import { formatBytes, formatDuration } from '../../base/text';
import type { FlowFrame } from '../../layout/memoryFlowBox';
import type { HeldCurve } from '../../layout/memoryFlowCurve';
import { type Markup, markup } from '../shared/text/markup';
import { fixed } from '../shared/picture/picture';

/** Beyond it a size says nothing: addresses are written as pointers, and sizes from there on. */
const POINTERS = 2 ** 40;

/** Pixels between marks, at least. */
const TICK_PX = 44;
const TEXT_PX = 15;

/** A mark on the axis: bytes from its bottom. */
interface Mark {
  readonly offset: number;
  readonly text: string;
}

/** Marks of the addresses or, where pieces are packed, of bytes, with lines through the panel. */
export function addressAxis(panel: MemoryFlowPanel, widthPx: number, heightPx: number): Markup {
  const perByte = panel.height > 0 ? heightPx / panel.height : 0;
  const marks =
    panel.addressing === 'real' ? stretchMarks(panel, perByte) : packedMarks(panel, heightPx);
  const shapes = apart(marks, perByte).map(({ offset, text }) => {
    const y = heightPx - offset * perByte;
    return markup`<path class="g" d="M0 ${fixed(y)}H${widthPx}"/><text class="q" x="-8" y="${fixed(y + 4)}" text-anchor="end">${text}</text>`;
  });
  return markup`<g>${shapes}${panel.stretches.slice(1).map((stretch, at) => {
    const bottom = heightPx - endOf(panel.stretches[at]) * perByte;
    const top = heightPx - stretch.offset * perByte;
    return markup`<rect class="u" x="0" y="${fixed(top)}" width="${widthPx}" height="${fixed(bottom - top)}"><title>Addresses that were not used are left out here.</title></rect>`;
  })}</g>`;
}

function packedMarks({ height }: MemoryFlowPanel, heightPx: number): Mark[] {
  return byteTicks(0, height, Math.max(2, heightPx / TICK_PX)).map(({ bytes, text }) => ({
    offset: bytes,
    text
  }));
}

function stretchMarks({ stretches }: MemoryFlowPanel, perByte: number): Mark[] {
  return stretches.flatMap(stretch => {
    const size = stretch.to - stretch.from;
    const ticks = Math.max(1, (size * perByte) / TICK_PX);
    return stretch.to > POINTERS ? pointerMarks(stretch, ticks) : offsetMarks(stretch, ticks);
  });
}

function pointerMarks({ from, to, offset }: AddressStretch, ticks: number): Mark[] {
  const relative = byteTicks(0, to - from, ticks).slice(1);
  return [
    { offset, text: `0x${from.toString(16)}` },
    ...relative.map(({ bytes, text }) => ({ offset: offset + bytes, text: `+${text}` }))
  ];
}

/** Round addresses, as sizes from the beginning of the heap. */
function offsetMarks({ from, to, offset }: AddressStretch, ticks: number): Mark[] {
  return byteTicks(from, to, ticks).map(({ bytes, text }) => ({
    offset: offset + bytes - from,
    text
  }));
}

/** The marks whose texts do not touch those below them. */
function apart(marks: readonly Mark[], perByte: number): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) {
    const last = kept.at(-1);
    if (!last || (mark.offset - last.offset) * perByte >= TEXT_PX) kept.push(mark);
  }
  return kept;
}

function endOf({ from, to, offset }: AddressStretch): number {
  return offset + to - from;
}

/** Room above the curve for the text of the peak, pixels. */
const TEXT_ROOM = 18;

/**
 * The bytes held over time as a strip of `heightPx`, and its peak: a dot, its size and time as text,
 * and a dashed line down to `downToPx`.
 */
export function heldStrip(
  held: HeldCurve,
  { fromNs, toNs, widthPx }: FlowFrame,
  heightPx: number,
  downToPx: number
): Markup {
  const perNs = widthPx / (toNs - fromNs);
  const { peak } = held;
  const perByte = (heightPx - TEXT_ROOM) / (peak.bytes || 1);
  const xOf = (time: number): string =>
    fixed(Math.min(widthPx, Math.max(0, (time - fromNs) * perNs)));
  const yOf = (bytes: number): string => fixed(heightPx - bytes * perByte);
  const { time, value } = held.time.length > widthPx / 2 ? envelope(held, fromNs, 2 / perNs) : held;
  const steps = Array.from(time, (at, row) => `H${xOf(at)}V${yOf(value[row])}`).join('');
  const line = `M0 ${heightPx}${steps}H${widthPx}`;
  const x = xOf(peak.timeNs);
  const y = yOf(peak.bytes);
  const isRight = Number(x) > widthPx - 220;
  const text = `peak ${formatBytes(peak.bytes)} at ${formatDuration(peak.timeNs)}`;
  return markup`<g><path class="v" d="${line}V${heightPx}Z"/><path class="w" d="${line}"/><path class="k" d="M${x} ${y}V${downToPx}"/><circle cx="${x}" cy="${y}" r="3.5" fill="currentColor"/><text class="b" x="${fixed(Number(x) + (isRight ? -8 : 8))}" y="${fixed(Number(y) - 5)}" text-anchor="${isRight ? 'end' : 'start'}">${text}</text><text class="q" x="-8" y="${heightPx}" text-anchor="end">held</text></g>`;
}

/** The highest value of each stretch of `stepNs`, what holds at its beginning counted. */
function envelope({ time, value }: TimedValues, fromNs: number, stepNs: number): TimedValues {
  const times: number[] = [];
  const values: number[] = [];
  for (let row = 0; row < time.length; row++) {
    const at = fromNs + Math.floor((time[row] - fromNs) / stepNs) * stepNs;
    if (times.at(-1) === at) {
      values[values.length - 1] = Math.max(values[values.length - 1], value[row]);
      continue;
    }
    times.push(at);
    values.push(Math.max(value[row], row > 0 ? value[row - 1] : 0));
  }
  return { time: Float64Array.from(times), value: Float64Array.from(values) };
}

/** A mark on an axis of bytes. */
interface ByteTick {
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
