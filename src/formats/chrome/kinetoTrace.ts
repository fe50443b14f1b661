import { KINETO_SPAN } from './events/kinetoSpan';
import {
  CUSTOM_OPERATOR_CATEGORY,
  OPERATOR_CATEGORY,
  RANGE_CATEGORY
} from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { withCallStackRows } from '../shared/rows/callStackRows';
import { chromeRows } from './events/chromeRows';
import { encodeChromeTrace } from './write';
import { microseconds } from '../shared/text/jsonWriter';
import { withKinetoGpuArgs } from './events/kinetoGpu';
import { wholeNs } from '../shared/rows/traceTime';

/** Kineto's category of ranges. */
export const WIRE_RANGE_CATEGORY = 'user_annotation';

/** Kineto's names for our categories. */
const WIRE_CATEGORIES: ReadonlyMap<string, string> = new Map([
  [RANGE_CATEGORY, WIRE_RANGE_CATEGORY],
  [OPERATOR_CATEGORY, 'cpu_op'],
  [CUSTOM_OPERATOR_CATEGORY, 'cpu_op']
]);

/**
 * `profile` as {@link encodeChromeTrace} writes it, with the data that readers of PyTorch's traces look
 * for: Kineto's names of categories and of arguments, a slice of category `Trace` over the whole
 * recording, and the moments `Iteration Start: …` and `Record Window End`: nothing begins earlier or
 * ends later. Kernels have their occupancy on a GPU that the profile describes. `metadata` are JSON
 * texts of top-level keys, none of them a key of traces.
 */
export function encodeKinetoTrace(
  profile: Profile,
  metadata: ReadonlyMap<string, string> = new Map(),
  { callStacks = false }: KinetoTraceOptions = {}
): Uint8Array {
  const shown = withKinetoGpuArgs(callStacks ? withCallStackRows(profile) : profile);
  return encodeChromeTrace(withWireCategories(shown), {
    keys: metadata,
    events: spanEvents(shown),
    argWords: 'kineto'
  });
}

/** Additional content of a trace. */
export interface KinetoTraceOptions {
  /** CPU samples as a flame graph below their threads, see {@link withCallStackRows}; default false. */
  readonly callStacks?: boolean;
}

/** `profile` with Kineto's names of categories. */
export function withWireCategories(profile: Profile): Profile {
  const strings = [...profile.strings];
  const rowOf = new Map<number, number>();
  for (const [category, wire] of WIRE_CATEGORIES) {
    const row = profile.strings.indexOf(category);
    if (row >= 0) rowOf.set(row, strings.push(wire) - 1);
  }
  const category = profile.labels.category.map(row => rowOf.get(row) ?? row);
  return { ...profile, strings, labels: { ...profile.labels, category } };
}

function spanEvents(profile: Profile): string[] {
  const pid = profile.tracks.at(0)?.pid ?? profile.meta.pid;
  const rows = chromeRows(profile);
  const tid = 1 + rows.reduce((largest, row) => Math.max(largest, row.pid, row.tid), 0);
  const place = `"pid":${pid},"tid":${tid}`;
  const end = microseconds(endOf(profile));
  const moment = (name: string, time: string): string =>
    `{"ph":"i","s":"g",${place},"name":"${name}","ts":${time}}`;
  return [
    `{"ph":"M",${place},"name":"thread_name","args":{"name":"Spans"}}`,
    `{"ph":"X",${place},"name":"${KINETO_SPAN} (0)","cat":"Trace","ts":0,"dur":${end}}`,
    moment(`Iteration Start: ${KINETO_SPAN}`, '0'),
    moment('Record Window End', end)
  ];
}

/** End of the recording, or of what outlasts it, whole nanoseconds. */
function endOf({ meta, slices, instants, counters }: Profile): number {
  let end = wholeNs(meta.durationNs);
  for (let row = 0; row < slices.length; row++) {
    end = Math.max(end, wholeNs(slices.start[row] + slices.duration[row]));
  }
  for (const { time } of [instants, ...counters]) end = Math.max(end, wholeNs(time.at(-1) ?? 0));
  return end;
}
