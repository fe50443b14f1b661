import { KINETO_SPAN } from './chromeEvent';
import {
  CUSTOM_OPERATOR_CATEGORY,
  OPERATOR_CATEGORY,
  RANGE_CATEGORY
} from '../../model/profile/categories';
import { type Profile, ArgKind } from '../../model/profile/profile';
import { nearestMarked } from '../../analysis/gpu/gpuOrigins';
import { WorkKind, launchSize } from '../../analysis/gpu/gpuWork';
import { KernelOccupancies } from '../../analysis/gpu/occupancy';
import { operatorMarks } from '../../analysis/gpu/operatorUses';
import { type WorkTable, workTable } from '../../analysis/gpu/workTable';
import { EXTERNAL_ID_ARG } from '../../model/profile/argKeys';
import { createTable } from '../../columns/tableSchema';
import { withCallStackRows } from '../shared/rows/callStackRows';
import { chromeRows } from './chromeRows';
import { encodeChromeTrace } from './write';
import { microseconds } from '../shared/text/jsonWriter';
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

/** Arguments of kernels that were computed, not recorded; occupancy is not measured. */
const [BLOCKS_PER_SM, WARPS_PER_SM] = ['blocks per SM', 'warps per SM'];
const THEORETICAL_OCCUPANCY = 'theoretical occupancy %';

/** An argument that is a number. */
interface AddedArg {
  readonly slice: number;
  readonly key: string;
  readonly value: number;
}

/**
 * `profile` with Kineto's additional GPU data: the occupancy of kernels, if the device is described,
 * and the number of an operator not only on the work it started, but on the operator itself.
 */
function withKinetoGpuArgs(profile: Profile): Profile {
  const work = workTable(profile);
  if (work === null) return profile;
  return withArgs(profile, [...kernelArgs(work), ...operatorIds(work)]);
}

function kernelArgs(work: WorkTable): readonly AddedArg[] {
  const { profile, rows, kindOfLabel, infos, deviceOfTrack, args } = work;
  const { slices, strings } = profile;
  const occupancies = new KernelOccupancies(work);
  const added: AddedArg[] = [];
  rows.forEach((slice, at) => {
    const info = infos[deviceOfTrack[slices.track[slice]]];
    if (kindOfLabel[slices.label[slice]] !== WorkKind.kernel || info === null) return;
    const add = (key: string, value: number): void => void added.push({ slice, key, value });
    const blocks = launchSize(strings[args.grid[at]]);
    const warps = Math.ceil(launchSize(strings[args.block[at]]) / info.warpSize);
    const perSm = blocks / info.multiprocessors;
    if (perSm > 0 && Number.isFinite(perSm)) {
      add(BLOCKS_PER_SM, perSm);
      if (Number.isFinite(warps)) add(WARPS_PER_SM, perSm * warps);
    }
    const occupancy = occupancies.of(at);
    if (occupancy !== null) add(THEORETICAL_OCCUPANCY, 100 * occupancy.share);
  });
  return added;
}

/** The numbers that work has of the operators which started it, for operators that have none. */
function operatorIds({ profile, rows, originOf, enclosing }: WorkTable): readonly AddedArg[] {
  const { slices, args, strings } = profile;
  const key = strings.indexOf(EXTERNAL_ID_ARG);
  if (key < 0) return [];
  const idOf = new Float64Array(slices.length).fill(NaN);
  for (let arg = 0; arg < args.length; arg++) {
    if (args.key[arg] === key) idOf[args.slice[arg]] = args.value[arg];
  }
  const nearest = nearestMarked(slices, enclosing, operatorMarks(profile));
  const added: AddedArg[] = [];
  for (const row of rows) {
    const operator = originOf[row] < 0 ? -1 : nearest[originOf[row]];
    if (operator < 0 || Number.isNaN(idOf[row]) || !Number.isNaN(idOf[operator])) continue;
    idOf[operator] = idOf[row];
    added.push({ slice: operator, key: EXTERNAL_ID_ARG, value: idOf[row] });
  }
  return added;
}

/** `profile` with further arguments, behind those that slices have. */
function withArgs(profile: Profile, added: readonly AddedArg[]): Profile {
  if (added.length === 0) return profile;
  const strings = [...profile.strings];
  const keys = new Map<string, number>();
  for (const { key } of added) {
    if (keys.has(key)) continue;
    const known = strings.indexOf(key);
    keys.set(key, known >= 0 ? known : strings.push(key) - 1);
  }
  const inOrder = [...added].sort((a, b) => a.slice - b.slice);
  const { args } = profile;
  const table = createTable('args', args.length + added.length);
  let own = 0;
  let at = 0;
  for (const { slice, key, value } of inOrder) {
    for (; own < args.length && args.slice[own] <= slice; own++) copyArg(args, own, table, at++);
    table.slice[at] = slice;
    table.key[at] = keys.get(key) ?? 0;
    table.kind[at] = ArgKind.number;
    table.value[at++] = value;
  }
  for (; own < args.length; own++) copyArg(args, own, table, at++);
  return { ...profile, strings, args: table };
}

function copyArg(from: Profile['args'], row: number, to: Profile['args'], at: number): void {
  to.slice[at] = from.slice[row];
  to.key[at] = from.key[row];
  to.kind[at] = from.kind[row];
  to.value[at] = from.value[row];
}
