import { hostname } from 'node:os';
import { basename } from 'node:path';
import { StackBuilder } from '../../model/build/stackBuilder';
import type { SampleParts } from '../../model/build/profileBuilder';
import { ProfileBuilder } from '../../model/build/profileBuilder';
import type {
  LineTickTable,
  Profile,
  SampleTable,
  SourceReport
} from '../../model/profile/profile';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';
import { validateProfile } from '../../model/validate/validate';
import { NS_PER_US } from '../../base/time';
import type { Profiler } from 'node:inspector';
import { CPU_SAMPLE_COST_NS } from '../../sources/v8/cpu/cpuSampler';
import { denseLinesText } from '../../sources/v8/cpu/denseLines';
import { convertCpuProfile } from '../../sources/v8/cpu/cpuProfileConvert';
import { monotonicClock } from '../../record/time/clock';
import { FileMapper } from '../../sources/v8/scripts/fileMapper';
import { badMapsText } from '../../sources/v8/scripts/sourceMapper';
import type { TargetProcess } from './targetProcess';
import type { ThreadRecording } from './threadRecording';

/** The recording of a process: its main thread first. */
export interface TargetRecording {
  readonly threads: readonly (ThreadRecording & { readonly title: string })[];
  /** `process.version` of the process. */
  readonly runtime: string;
  readonly startedAtMs: number;
  /** Interval of the samples, microseconds. */
  readonly intervalUs: number;
  /** CPU time of the process while it was recorded, nanoseconds. */
  readonly cpuTimeNs: number;
  /** Titles of worker threads that ended before their samples were fetched. */
  readonly lostThreads: readonly string[];
}

/** The profile of a recorded process: a track for each thread, on the lines of the sources that the user wrote. */
export function attachedProfile(target: TargetProcess, recording: TargetRecording): Profile {
  const builder = new ProfileBuilder();
  const parts = samplesOf(builder, target, recording);
  const [{ profile: main }] = recording.threads;
  const meta = unrecordedMeta({
    id: `${target.pid}-${main.startTime.toString(36)}`,
    name: nameOf(target),
    startedAtMs: recording.startedAtMs,
    originNs: String(nanoseconds(main.startTime)),
    durationNs: Math.max(0, (main.endTime - main.startTime) * NS_PER_US),
    cpuTimeNs: recording.cpuTimeNs,
    overheadNs: parts.samples.length * CPU_SAMPLE_COST_NS,
    host: hostname(),
    pid: target.pid,
    runtime: recording.runtime,
    options: { attach: String(target.pid), cpu: String(recording.intervalUs) }
  });
  return validateProfile(builder.build(meta, parts));
}

type SampledParts = Pick<SampleParts, 'samples' | 'stacks' | 'frames' | 'lineTicks' | 'sources'>;

/** Adds a track for each thread, and returns its samples with those of the others. */
function samplesOf(
  builder: ProfileBuilder,
  { pid, folder }: TargetProcess,
  { threads, lostThreads }: TargetRecording
): SampledParts {
  const { strings } = builder;
  const stacks = new StackBuilder();
  const [{ profile: main }] = threads;
  const [originNs, endNs] = [nanoseconds(main.startTime), nanoseconds(main.endTime)];
  const parent = builder.addTrack({ name: `process ${pid}`, kind: 'process', pid, tid: 0 });
  const faults = new Set<string>();
  const parts = threads.map(({ profile, maps, title }, at) => {
    const kind = at === 0 ? 'thread' : 'worker';
    const track = builder.addTrack({ name: title, kind, parent, pid, tid: at === 0 ? pid : at });
    const mapper = new FileMapper(monotonicClock, maps);
    for (const fault of faultsOf(profile, { mapper, folder })) faults.add(fault);
    const window = { strings, stacks, mapper, folder, originNs, endNs, track };
    return convertCpuProfile(profile, window);
  });
  const samples = joinedSamples(parts.map(part => part.samples));
  return {
    samples,
    stacks: stacks.stacks(),
    frames: stacks.frames(),
    lineTicks: joinedTicks(parts.map(part => part.lineTicks)),
    sources: sourceReports(samples.length, [...faults], lostThreads)
  };
}

function nanoseconds(microseconds: number): bigint {
  return BigInt(Math.round(microseconds)) * 1000n;
}

/** Sentences about lines that are not those of the sources. */
function faultsOf(
  { nodes }: Profiler.Profile,
  names: { readonly mapper: FileMapper; readonly folder: string }
): readonly string[] {
  const scripts = nodes.map(({ callFrame }) => callFrame.url);
  return [badMapsText(scripts, names), denseLinesText(nodes, names)].filter(text => text !== null);
}

/** Options of Node whose value is the next word. */
const WITH_VALUE =
  /^(?:-r|-C|--(?:require|import|loader|experimental-loader|conditions|inspect-port|title))$/;

/** The program that a process runs, by the first word that is neither Node nor an option or its value. */
function nameOf({ pid, words }: TargetProcess): string {
  const script = words
    .slice(1)
    .find((word, at) => !word.startsWith('-') && !WITH_VALUE.test(words[at]));
  return script === undefined || /\s/.test(script) ? `process ${pid}` : basename(script);
}

function sourceReports(
  records: number,
  faults: readonly string[],
  lost: readonly string[]
): SourceReport[] {
  const isWhole = faults.length === 0;
  const sampler: SourceReport = {
    source: 'cpuSampler',
    status: isWhole ? 'ok' : 'partial',
    message: faults.join('. '),
    records
  };
  if (lost.length === 0) return [sampler];
  const message = `${lost.join(', ')} ended before the recording did, and is missing`;
  return [sampler, { source: 'workers', status: 'partial', message, records: 0 }];
}

/** The samples of all threads, in order of time. */
function joinedSamples(tables: readonly SampleTable[]): SampleTable {
  const rows = tables.flatMap((table, of) =>
    Array.from({ length: table.length }, (_, row) => ({ table, of, row }))
  );
  rows.sort((a, b) => a.table.time[a.row] - b.table.time[b.row] || a.of - b.of);
  return {
    length: rows.length,
    time: Float64Array.from(rows, ({ table, row }) => table.time[row]),
    weight: Float64Array.from(rows, ({ table, row }) => table.weight[row]),
    stack: Int32Array.from(rows, ({ table, row }) => table.stack[row]),
    track: Uint16Array.from(rows, ({ table, row }) => table.track[row])
  };
}

/** The ticks of all threads, those of a line together. */
function joinedTicks(tables: readonly LineTickTable[]): LineTickTable {
  const sums = new Map<string, { file: number; line: number; ticks: number }>();
  for (const { length, file, line, ticks } of tables) {
    for (let row = 0; row < length; row++) {
      const key = `${file[row]} ${line[row]}`;
      const known = sums.get(key) ?? { file: file[row], line: line[row], ticks: 0 };
      known.ticks += ticks[row];
      sums.set(key, known);
    }
  }
  const rows = [...sums.values()];
  return {
    length: rows.length,
    file: Uint32Array.from(rows, row => row.file),
    line: Uint32Array.from(rows, row => row.line),
    ticks: Uint32Array.from(rows, row => row.ticks)
  };
}
