import { type Profile, ProfileBuilder } from 'kernelscope/model';
import {
  CORE_WAIT,
  REPETITION_CATEGORY,
  WAITING_CATEGORY
} from '../../src/model/profile/categories';
import { MEMORY_COUNTERS } from '../../src/model/profile/memoryCounters';
import type { ProfileMeta } from '../../src/model/profile/profile';
import { sampleMeta } from './drawProfile';
import { stackParts } from './stackParts';

/** How {@link drawThread} reads its drawing. */
export interface DrawThreadOptions {
  readonly pid?: number;
  /** A worker of the process rather than its main thread. */
  readonly isWorker?: boolean;
  /** Adds the slice of a repetition around all. */
  readonly isRepetition?: boolean;
  /** The heap at equal distances from the start to the end, bytes. */
  readonly heap?: readonly number[];
  /** Whether garbage collections are on a track of the process, as old versions had them. */
  readonly isOld?: boolean;
  readonly meta?: Partial<ProfileMeta>;
}

/** Stacks of the samples of a drawing. */
const STACKS: Readonly<Record<string, string>> = {
  u: 'work:1',
  v: 'other:7',
  n: 'work:1 (native)',
  g: 'work:1 (garbage collector)',
  G: 'work:1 (garbage collector)',
  '.': ''
};

/** Time of one character, nanoseconds. */
export const SAMPLE_NS = 1e6;

/**
 * The recording of one thread, one character for each sample of a millisecond: `u` and `v` are the user's code
 * in two functions, `n` is native code, `.` a wait, `g` a small and `G` a full garbage collection, `-` a wait for a core.
 */
export function drawThread(code: string, options: DrawThreadOptions = {}): Profile {
  const { pid = 1, isWorker = false, isRepetition = false, heap = [], isOld = false } = options;
  const builder = new ProfileBuilder();
  const process = builder.addTrack({ name: 'process', kind: 'process', pid, tid: 0 });
  const thread = builder.addTrack({
    ...(isWorker ? { name: 'worker 3', kind: 'worker' } : { name: 'main thread', kind: 'thread' }),
    ...{ parent: process, pid, tid: isWorker ? pid + 3 : pid }
  });
  const parent = isOld ? -1 : thread;
  const gc = builder.addTrack({ name: 'GC', kind: 'gc', parent, pid, tid: pid });
  const waiting = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent: thread, pid });
  const durationNs = code.length * SAMPLE_NS;
  if (isRepetition) {
    const slice = { name: 'repetition', category: REPETITION_CATEGORY, track: thread };
    builder.addSlice({ ...slice, start: 0, duration: durationNs });
  }
  for (const { 0: run, index } of code.matchAll(/g+|G+|\.+/g)) {
    const times = { start: index * SAMPLE_NS, duration: run.length * SAMPLE_NS };
    if (run.startsWith('.')) {
      const slice = { name: '(event loop)', category: WAITING_CATEGORY, track: waiting };
      builder.addSlice({ ...slice, ...times });
    } else {
      const name = run.startsWith('G') ? 'mark-sweep-compact' : 'scavenge';
      builder.addSlice({ name, category: 'gc', track: gc, ...times });
    }
  }
  if (heap.length > 1) {
    builder.addCounter({
      ...{ name: MEMORY_COUNTERS.heap, category: 'Device Storage', unit: 'bytes', kind: 'sampled' },
      track: thread,
      time: Float64Array.from(heap, (_, at) => (at * durationNs) / (heap.length - 1)),
      value: Float64Array.from(heap)
    });
  }
  addCoreWaits(builder, code, thread);
  const seen = [...code].flatMap((each, at) => (each === '-' ? [] : [{ stack: STACKS[each], at }]));
  const parts = stackParts(builder, {
    samples: seen.map(({ stack }) => ({ stack, weight: SAMPLE_NS }))
  });
  const samples = {
    ...parts.samples,
    time: Float64Array.from(seen, ({ at }) => at * SAMPLE_NS),
    track: parts.samples.track.map(() => thread)
  };
  const sources = (['cpuSampler', 'gc', 'waits', 'memory'] as const).map(source => {
    return { source, status: 'ok', message: '', records: code.length } as const;
  });
  const meta = { ...sampleMeta(durationNs), id: `${pid}`, pid, cpuTimeNs: busyOf(code) };
  return builder.build({ ...meta, ...options.meta }, { ...parts, samples, sources });
}

function addCoreWaits(builder: ProfileBuilder, code: string, track: number): void {
  const waits = [...code.matchAll(/-+/g)];
  if (waits.length === 0) return;
  builder.addCounter({
    ...{ ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track },
    time: Float64Array.from(waits, ({ index }) => index * SAMPLE_NS),
    value: Float64Array.from(waits, ({ 0: run }) => run.length * SAMPLE_NS)
  });
}

function busyOf(code: string): number {
  return code.replaceAll(/[.-]/g, '').length * SAMPLE_NS;
}
