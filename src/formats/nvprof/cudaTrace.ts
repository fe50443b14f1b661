import { KernelscopeError } from '../../base/errors';

/** A file is not a readable GPU trace; the message gives the reason. */
export class GpuTraceError extends KernelscopeError {}

/** A part of a key of records: a number, or a text in quotes in the message. */
export type KeyPart = number | string;

/** Two records of a trace have a key that only one may have; the key is written as a tuple. */
export class DuplicateKeyError extends GpuTraceError {
  constructor(
    /** The parts of the key that both records have. */
    readonly key: readonly KeyPart[],
    meaning: string
  ) {
    const parts = key.map(part => (typeof part === 'string' ? `'${part}'` : String(part)));
    super(`duplicate key: (${parts.join(', ')}${parts.length === 1 ? ',' : ''}): ${meaning}`);
  }
}

/** Times are nanoseconds after {@link CudaTrace.baseNs}. */
export interface TraceInterval {
  readonly start: number;
  readonly end: number;
}

/** The place of some work; null for facts that the file does not state. */
export interface TracePlace {
  readonly process: number | null;
  readonly thread: number | null;
}

/** A name; `mangled` is its form in the file where that is another. */
export interface TraceName {
  readonly name: string;
  readonly mangled: string | null;
}

/** A stretch that a program named through NVTX. Without a thread it belongs to the whole process. */
export interface TraceRange extends TraceInterval, TracePlace, TraceName {
  readonly id: number;
}

/** A moment that a program named through NVTX. */
export interface TraceMark extends TracePlace, TraceName {
  readonly time: number;
}

/** A call of CUDA's runtime or driver. */
export interface ApiCall extends TraceInterval, TracePlace {
  readonly id: number;
  readonly name: string;
  readonly category: 'cuda_runtime' | 'cuda_driver';
  readonly correlation: number | null;
  /** The status that it returned; 0 is success. */
  readonly status: number;
}

/** The launch of a kernel; null for facts that the file does not state. */
export interface KernelLaunch {
  readonly gridX: number | null;
  readonly gridY: number | null;
  readonly gridZ: number | null;
  readonly blockX: number | null;
  readonly blockY: number | null;
  readonly blockZ: number | null;
  /** Of one thread. */
  readonly registers: number | null;
  /** Bytes of a block: those that the kernel declares, and those requested at the launch. */
  readonly staticMemory: number | null;
  readonly dynamicMemory: number | null;
}

/** One piece of GPU work. */
export interface GpuWork extends TraceInterval, TraceName {
  readonly category: 'kernel' | 'gpu_memcpy' | 'gpu_memset' | 'cuda_graph';
  /** Null where the file has one process only. */
  readonly process: number | null;
  readonly device: number;
  readonly context: number;
  readonly stream: number;
  /** That of the call that started it. */
  readonly correlation: number | null;
  /** Null for all but kernels. */
  readonly launch: KernelLaunch | null;
  /** Bytes that a copy or a memset wrote; null for kernels, and where the file does not say. */
  readonly bytes: number | null;
  /** The graph that it is, or whose node it is, as decimal text; null for work of no graph. */
  readonly graph: string | null;
  readonly graphNode: string | null;
}

/** The content of a file of nvprof or Nsight Systems. */
export interface CudaTrace {
  readonly writer: 'nvprof' | 'Nsight Systems';
  /** The origin of times: 0 if all fit into 2⁵³ ns, else the earliest. */
  readonly baseNs: bigint;
  /** Wall-clock time of {@link baseNs}, milliseconds since the Unix epoch, or null. */
  readonly baseAtMs: number | null;
  /** By start. */
  readonly ranges: readonly TraceRange[];
  readonly marks: readonly TraceMark[];
  /** By start. */
  readonly calls: readonly ApiCall[];
  readonly gpuWork: readonly GpuWork[];
  readonly deviceNames: ReadonlyMap<number, string>;
  /** By {@link placeKey}. */
  readonly threadNames: ReadonlyMap<string, string>;
  readonly corrections: Corrections;
  /** What the file has and is not read, in one sentence; empty for nothing. */
  readonly unread: string;
}

/** Identifies a thread, a process, or with neither the whole file. */
export function placeKey(process: number | null, thread: number | null): string {
  if (process === null && thread === null) return '';
  return thread === null ? String(process) : `${process ?? ''}/${thread}`;
}

/** Repairs and omissions while reading a trace, by kind. */
type Correction =
  | 'unfinished'
  | 'untimed'
  | 'reversed'
  | 'unnamed'
  | 'unlaunched'
  | 'ambiguous'
  | 'overlapping';

const TEXTS: Readonly<Record<Correction, string>> = {
  unfinished: 'ranges have no beginning or no end and are left out',
  untimed: 'records have no usable time and are left out',
  reversed: 'records end before they start and are shown without duration',
  unnamed: 'names are not in the table of strings and are shown by number',
  unlaunched: 'GPU operations have no API call in the file and no arrow from one',
  ambiguous: 'API calls have the correlation of an earlier one, which is taken',
  overlapping: 'ranges overlap others of their thread in part and lie in lanes beside it'
};

/** Counts corrections, so that none goes unsaid. */
export class Corrections {
  readonly #counts = new Map<Correction, number>();

  /** Counts one more. */
  add(kind: Correction): void {
    this.#counts.set(kind, this.countOf(kind) + 1);
  }

  countOf(kind: Correction): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** All of them in one sentence; empty when there were none. */
  toString(): string {
    const parts = [...this.#counts].map(([kind, count]) => `${count} ${TEXTS[kind]}`);
    return parts.length === 0 ? '' : `Of this trace, ${parts.join('; ')}.`;
  }
}
