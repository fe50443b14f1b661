import { type NativeCpuSampler, loadV8Addon } from '../../native/v8Addon';
import { SeenRecords } from '../../record/mirror/seenRecords';
import { RecordingMirror } from '../../record/mirror/recordingMirror';
import type { Recording } from '../recording/recording';
import { GrowingRecording } from './growingRecording';
import { KeptSamples } from './keptSamples';
import { type BegunRecording, startOfRecording } from './startOfRecording';

/** A file with the CPU samples of a thread, as the text that goes with them says it. */
interface SamplesFile extends Omit<BegunRecording, 'startTime'> {
  readonly file: string;
  /** Clock value at the begin of the recording, in digits. */
  readonly startNs: string;
}

/** The files of a thread's recording. */
export interface ThreadPlace {
  readonly threadId: number;
  /** The file for its CPU samples; its folder belongs to another process. */
  readonly file: string;
  /** Files are shown relative to this folder. */
  readonly folder: string;
}

/** Has the CPU samples of this thread kept in a file by the thread that writes that of its process, if there is one. */
export function keepSamples(recording: Recording, place: ThreadPlace): void {
  const { lateSources, window } = recording;
  const known = { info: recording.info('recovered'), lateSources };
  const startNs = window.startTime.toString();
  recording.sharedSamples(JSON.stringify({ ...place, ...known, startNs } satisfies SamplesFile));
}

/** The file of a thread, and what it is made of. */
interface OpenFile {
  readonly begun: SamplesFile;
  readonly samples: KeptSamples;
  /** Null where it is written whole the next time. */
  recording: GrowingRecording | null;
}

/** Keeps the files of {@link keepSamples} of all threads of this process up to date. */
export class ThreadSamples {
  readonly #files = new Map<number, OpenFile>();

  constructor(private readonly sampler: NativeCpuSampler = loadV8Addon().sampler) {}

  /** Adds what was sampled until now, a clock value. @throws OutputFileError where a file cannot be written */
  bringUpToDate(nowNs: bigint): void {
    const told = this.sampler.listShared().filter(([, about]) => about !== '');
    const handles = new Set(told.map(([handle]) => handle));
    for (const handle of this.#files.keys()) {
      if (!handles.has(handle)) this.#files.delete(handle);
    }
    const failures: unknown[] = [];
    for (const [handle, about] of told) {
      const file = this.#files.get(handle) ?? this.#open(handle, about);
      this.#files.set(handle, file);
      try {
        write(file, nowNs);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #open(handle: number, about: string): OpenFile {
    const begun = JSON.parse(about) as SamplesFile;
    return { begun, samples: new KeptSamples(this.sampler, handle), recording: null };
  }
}

function write(open: OpenFile, nowNs: bigint): void {
  const { begun, samples } = open;
  const fresh = samples.take();
  if (fresh.length === 0) return;
  const known = open.recording?.isCurrent ? open.recording : null;
  open.recording = null;
  const startTime = BigInt(begun.startNs);
  const header = startOfRecording({ ...begun, startTime });
  const recording = known ?? new GrowingRecording(begun.file, header, false);
  const nothing = new RecordingMirror().readNew(
    { startToken: 0, until: startTime },
    new SeenRecords(),
    startTime
  );
  const state = { durationNs: Number(nowNs - startTime), cpuTimeNs: 0, sliceCostNs: 0, heap: null };
  recording.write({ ...nothing, takenSamples: known === null ? samples.all : fresh }, state);
  open.recording = recording;
}
