import type { TimedValues } from '../../analysis/slices/decimate';
import { formatBytes, formatDuration } from '../../base/text';
import type { FlowFrame } from '../../layout/memoryFlow/memoryFlowBox';
import type { HeldCurve } from '../../layout/memoryFlow/memoryFlowCurve';
import { type Markup, markup } from '../shared/text/markup';
import { fixed } from '../shared/picture/svgParts';

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
