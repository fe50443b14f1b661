import { deflateRawSync } from 'node:zlib';
import { type NativeCpuSampler, loadV8Addon } from '../../native/v8Addon';
import { SeenRecords } from '../../record/mirror/seenRecords';
import { RecordingMirror } from '../../record/mirror/recordingMirror';
import type { Recording } from '../recording/recording';
import { GrowingRecording, type BegunRecording, startOfRecording } from './growingRecording';
import { packPlain } from '../../base/plainData';

/** A file with the CPU samples of a thread, as the text that goes with them says it. */
interface SamplesFile extends Omit<BegunRecording, 'startTime'> {
  readonly file: string;
  /** Clock value at the begin of the recording, in digits. */
  readonly startNs: string;
}

/** The files of a thread's recording. */
interface ThreadPlace {
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

/** Level 1: this is done while a program runs. */
const FAST = { level: 1 };

/** Bytes that are kept at most for a file that has to be written anew: then the oldest samples are missing from it. */
const MAX_KEPT_BYTES = 32 << 20;

/**
 * Takes the CPU samples of another thread while that goes on recording, and leaves them as they are: whoever reads the
 * file that has them places them in source lines, by `placePieces`.
 */
export class KeptSamples {
  readonly #kept: Uint8Array[] = [];
  #keptBytes = 0;

  constructor(
    private readonly sampler: Pick<NativeCpuSampler, 'takePieces'>,
    private readonly handle: number
  ) {}

  /** All samples so far. */
  get all(): readonly Uint8Array[] {
    return this.#kept;
  }

  /** The samples since the last call. */
  take(): readonly Uint8Array[] {
    const taken = this.sampler
      .takePieces(this.handle)
      .map(piece => deflateRawSync(packPlain(piece), FAST));
    for (const piece of taken) this.#keep(piece);
    return taken;
  }

  #keep(piece: Uint8Array): void {
    this.#kept.push(piece);
    this.#keptBytes += piece.length;
    while (this.#keptBytes > MAX_KEPT_BYTES) this.#keptBytes -= this.#kept.shift()?.length ?? 0;
  }
}
