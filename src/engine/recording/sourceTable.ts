import type { Source } from '../../record/build/contribution';
import type { Recorder } from '../../record/recorder';
import { ASYNC } from '../../sources/async/async';
import { WAITS } from '../../sources/async/waits/waits';
import { GPU } from '../../sources/gpu/gpuKind';
import { ONNXRUNTIME } from '../../sources/onnx/onnxruntimeSource';
import type { LibraryHooks } from '../../sources/operators/libraryHooks';
import { OPERATOR_MEMORY } from '../../sources/operators/operatorMemory';
import { OPERATOR_STACKS } from '../../sources/operators/operatorStacks';
import { EVENT_LOOP } from '../../sources/process/eventLoop';
import { HELPER_THREADS } from '../../sources/process/helperThreads';
import { MEMORY } from '../../sources/process/memory';
import type { MemoryHost } from '../../sources/process/memoryHost';
import { NATIVE_THREADS } from '../../sources/process/nativeThreads';
import type { OpenKind, SourceKind } from '../../sources/source';
import { TFJS } from '../../sources/tfjs/tfjs';
import type { CpuAttachment } from '../../sources/v8/cpu/cpuAttachment';
import { CPU } from '../../sources/v8/cpu/cpuKind';
import type { StartedProgram } from '../../sources/v8/cpu/entryWatch';
import { GARBAGE_COLLECTIONS } from '../../sources/v8/gc';
import { HEAP } from '../../sources/v8/heap/heapSampler';
import { HEAP_SNAPSHOTS } from '../../sources/heapSnapshots/heapSnapshots';
import { DEOPTS } from '../../sources/deopts/deopts';
import { DATABASES, REQUESTS } from '../../sources/requests/requests';
import { USER_TIMINGS } from '../../sources/v8/userTimings';
import type { LabelContext } from '../../sources/async/labelContext';
import { SAMPLE_LABELS } from '../../sources/async/sampleLabels';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';
import type { RecordingOptions } from '../arguments/recordingOptions';
import type { ExitActions } from './exitActions';

/** The services of the recorded process that sources may need. */
export interface SourceHost {
  readonly recorder: Recorder;
  readonly hooks: LibraryHooks;
  readonly exitActions: ExitActions;
  /** The labels of the code of this thread. */
  readonly labels: LabelContext;
  readonly pid: number;
  /** Node's number of this thread; 0 on the main thread. */
  readonly threadId: number;
  /** Leads samples and stacks to source lines. */
  readonly mapper: SourceMapper;
  /** Files are shown relative to this folder. */
  readonly folder: string;
  /** The thread that samples memory. */
  readonly memoryHost: MemoryHost;
  /** V8's CPU profiler of this thread. */
  readonly cpuAttachment: CpuAttachment;
  /** The program that is recorded from its beginning; null where it is none. */
  readonly program: StartedProgram | null;
  /** The folder of the native addon; undefined takes that of the installed package. */
  readonly addonFolder: string | undefined;
  /** Called before this thread stands still for a heap snapshot. */
  readonly onSnapshot: () => void;
}

/**
 * All kinds of sources, in the order in which they start: GPUs first, since CUPTI takes its time, and the
 * samplers of the stack last, so that they see the least of the others. They end in the opposite order:
 * what threads of all others used is read before any of these is gone. Heap snapshots are near the recorded
 * window on both sides: they are to see as little as possible of what other sources make. Between them and the
 * window are only the sources whose figures would have the memory and the time of the snapshots.
 */
const SOURCES: readonly SourceKind<RecordingOptions, SourceHost>[] = [
  GPU,
  NATIVE_THREADS,
  GARBAGE_COLLECTIONS,
  ASYNC,
  EVENT_LOOP,
  REQUESTS,
  DATABASES,
  USER_TIMINGS,
  SAMPLE_LABELS,
  TFJS,
  ONNXRUNTIME,
  OPERATOR_MEMORY,
  OPERATOR_STACKS,
  HEAP,
  CPU,
  WAITS,
  DEOPTS,
  HEAP_SNAPSHOTS,
  MEMORY,
  HELPER_THREADS
];

/** All sources of a host. */
export class HostSources {
  readonly #kinds: readonly OpenKind<RecordingOptions>[];

  constructor(host: SourceHost) {
    this.#kinds = SOURCES.map(kind => kind.open(host));
  }

  /** The sources that a recording with these options wants, in the order in which they start. */
  wanted(options: RecordingOptions): readonly Source[] {
    return this.#kinds.reduce<readonly Source[]>(
      (before, kind) => [...before, ...kind.sources(options, before)],
      []
    );
  }

  /** Keeps profilers attached for so long after a recording, milliseconds. */
  keepFor(keepMs: number): void {
    for (const kind of this.#kinds) kind.keepFor?.(keepMs);
  }

  /** Detaches profilers that are kept, if nothing is being recorded. */
  release(): void {
    for (const kind of this.#kinds) kind.release?.();
  }
}
