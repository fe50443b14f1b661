import { hostname } from 'node:os';
import { basename } from 'node:path';
import { StackBuilder } from '../../model/build/stackBuilder';
import { ProfileBuilder } from '../../model/build/profileBuilder';
import { mergeProfiles } from '../../model/merge/mergeProfiles';
import type { Profile, SourceReport } from '../../model/profile/profile';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';
import { salvageProfile } from '../../model/validate/validate';
import { joinSentences, joinWords } from '../../base/text';
import type { Profiler } from 'node:inspector';
import { CPU_SAMPLE_COST_NS } from '../../sources/v8/cpu/cpuSampler';
import { denseLinesText } from '../../sources/v8/cpu/denseLines';
import { convertCpuProfile } from '../../sources/v8/cpu/cpuProfileConvert';
import { monotonicClock } from '../../base/clock';
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
  const threads = recording.threads.map((_, at) => threadProfile(target, recording, at));
  const merged = mergeProfiles(threads);
  return salvageProfile({ ...merged, sources: [...merged.sources, ...lossReport(recording)] });
}

/** The profile of one thread, by its place in the list, on the window of the main thread. */
function threadProfile(target: TargetProcess, recording: TargetRecording, at: number): Profile {
  const { pid, folder } = target;
  const { profile, maps, title } = recording.threads[at];
  const [{ profile: main }] = recording.threads;
  const builder = new ProfileBuilder();
  const parent = builder.addTrack({ name: `process ${pid}`, kind: 'process', pid, tid: 0 });
  const thread =
    at === 0 ? ({ kind: 'thread', tid: pid } as const) : ({ kind: 'worker', tid: at } as const);
  const track = builder.addTrack({ name: title, parent, pid, ...thread });
  const { strings } = builder;
  const stacks = new StackBuilder();
  const mapper = new FileMapper(monotonicClock, maps);
  const [originNs, endNs] = [nanoseconds(main.startTime), nanoseconds(main.endTime)];
  const window = { strings, stacks, mapper, folder, originNs, endNs, track };
  const { samples, lineTicks } = convertCpuProfile(profile, window);
  const meta = unrecordedMeta({
    id: `${pid}-${main.startTime.toString(36)}`,
    name: nameOf(target),
    startedAtMs: recording.startedAtMs,
    originNs: String(originNs),
    durationNs: Math.max(0, Number(endNs - originNs)),
    cpuTimeNs: recording.cpuTimeNs,
    overheadNs: samples.length * CPU_SAMPLE_COST_NS,
    host: hostname(),
    pid,
    runtime: recording.runtime,
    options: { attach: String(pid), cpu: String(recording.intervalUs) }
  });
  return builder.build(meta, {
    samples,
    lineTicks,
    stacks: stacks.stacks(),
    frames: stacks.frames(),
    sources: [samplerReport(samples.length, faultsOf(profile, { mapper, folder }))]
  });
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

function samplerReport(records: number, faults: readonly string[]): SourceReport {
  const status = faults.length === 0 ? 'ok' : 'partial';
  return { source: 'cpuSampler', status, message: joinSentences(faults), records };
}

/** The report on worker threads whose samples are missing; none where all are there. */
function lossReport({ lostThreads }: TargetRecording): readonly SourceReport[] {
  if (lostThreads.length === 0) return [];
  const message = `${joinWords(lostThreads, 'and')} ended before the recording did, and their samples are missing`;
  return [{ source: 'workers', status: 'partial', message, records: 0 }];
}
