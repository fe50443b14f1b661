import {
  type ApiCall,
  type CudaTrace,
  type GpuWork,
  type TraceRange,
  GpuTraceError,
  placeKey
} from './cudaTrace';

/** GPU work, with the call that started it; null if the file does not have it. */
export interface Launch {
  readonly work: GpuWork;
  readonly call: ApiCall | null;
}

/** Each thing that a GPU did with its call: one of the runtime before one of the driver. */
export function findLaunches(trace: CudaTrace): Launch[] {
  const { gpuWork, corrections } = trace;
  const callOf = callsByKey(trace);
  return gpuWork.map(work => {
    const { process, correlation } = work;
    const call = correlation === null ? undefined : callOf.get(launchKey(process, correlation));
    if (call === undefined) corrections.add('unlaunched');
    return { work, call: call ?? null };
  });
}

function callsByKey({ calls, gpuWork, corrections }: CudaTrace): Map<string | number, ApiCall> {
  const found = new Map<string | number, ApiCall>();
  const hasProcesses = gpuWork.some(({ process }) => process !== null);
  const addCall = (call: ApiCall): void => {
    if (call.correlation === null) return;
    const key = launchKey(hasProcesses ? call.process : null, call.correlation);
    const known = found.get(key);
    if (known === undefined) found.set(key, call);
    else if (known.category === call.category) corrections.add('ambiguous');
  };
  for (const call of calls) if (call.category === 'cuda_runtime') addCall(call);
  for (const call of calls) if (call.category === 'cuda_driver') addCall(call);
  return found;
}

function launchKey(process: number | null, correlation: number): string | number {
  return process === null ? correlation : `${process}:${correlation}`;
}

/** Ranges that may be looked at for all calls together. */
const MAX_LOOKS = 20_000_000;

/**
 * The ranges around each of `calls`: those that began before it and end after it, outermost first. A
 * range of a thread encloses calls of that thread, one of a process calls of the process, and one of
 * unknown origin any call.
 *
 * @param calls by start
 * @param ranges by start
 * @throws GpuTraceError if so many ranges are open at the same time that this would take forever.
 */
export function enclosingRanges(
  calls: readonly ApiCall[],
  ranges: readonly TraceRange[]
): ReadonlyMap<ApiCall, readonly TraceRange[]> {
  const around = new Map<ApiCall, readonly TraceRange[]>();
  const rangesOf = groupBy(ranges, range => placeKey(range.process, range.thread));
  let looks = 0;
  for (const group of groupBy(calls, call => placeKey(call.process, call.thread)).values()) {
    const possible = candidates(group[0], rangesOf, ranges);
    looks += possible.length;
    looks += sweep(group, possible, around, MAX_LOOKS - looks);
  }
  return around;
}

function candidates(
  { process, thread }: ApiCall,
  rangesOf: ReadonlyMap<string, readonly TraceRange[]>,
  all: readonly TraceRange[]
): readonly TraceRange[] {
  if (thread === null) return all;
  const keys = new Set([placeKey(process, thread), placeKey(process, null), '']);
  const lists = [...keys].flatMap(key => rangesOf.get(key) ?? []);
  return keys.size === 1 ? lists : lists.sort((a, b) => a.start - b.start);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** One pass over both in order of start; the number of ranges that it looked at. */
function sweep(
  calls: readonly ApiCall[],
  ranges: readonly TraceRange[],
  around: Map<ApiCall, readonly TraceRange[]>,
  maxLooks: number
): number {
  let open: TraceRange[] = [];
  let at = 0;
  let looks = 0;
  for (const call of calls) {
    while (at < ranges.length && ranges[at].start < call.start) open.push(ranges[at++]);
    looks += open.length;
    if (looks > maxLooks) throw new GpuTraceError('too many of its ranges are open at once');
    open = open.filter(range => range.end > call.start);
    around.set(
      call,
      open.filter(range => call.end < range.end)
    );
  }
  return looks;
}
