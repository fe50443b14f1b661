/** Index into {@link Columns.strings}. */
export type StringIndex = Brand<number, 'StringIndex'>;
/** Row of {@link LabelTable}. */
export type LabelIndex = Brand<number, 'LabelIndex'>;
/** Row of {@link SliceTable}. */
export type SliceIndex = Brand<number, 'SliceIndex'>;
/** Index into {@link Columns.tracks}. */
export type TrackIndex = Brand<number, 'TrackIndex'>;
/** Row of {@link StackTable}. */
export type StackIndex = Brand<number, 'StackIndex'>;

/**
 * What was recorded, as tables of columns of equal length; times are Float64 nanoseconds from the origin of the
 * profile. `-1` in a signed index column means "none".
 */
export interface Columns {
  /** Interned text; row 0 is the empty string. */
  readonly strings: readonly string[];
  readonly labels: LabelTable;
  readonly tracks: readonly Track[];
  readonly slices: SliceTable;
  readonly args: ArgTable;
  readonly counters: readonly CounterSeries[];
  readonly instants: InstantTable;
  /** Device memory that operators allocated; empty if not recorded. */
  readonly allocations: AllocationTable;
  readonly flows: FlowTable;
  readonly samples: SampleTable;
  /** Allocations on the heap, from a sampling profile; empty if not recorded. */
  readonly heapSamples: HeapSampleTable;
  /** Stacks at the start of slices; empty if not recorded. */
  readonly sliceStacks: SliceStackTable;
  readonly stacks: StackTable;
  readonly frames: FrameTable;
  readonly lineTicks: LineTickTable;
  /** Empty when call sites were not recorded. */
  readonly lineTotals: LineTotalTable;
  /** Exact totals of the slices that were recorded but not kept; empty when none was dropped. */
  readonly droppedTotals: TotalTable;
}

/** {@link Columns} with the length of the recorded window. */
export interface RecordedColumns extends Columns {
  readonly meta: { readonly durationNs: number };
}

/** The argument of a slice that was still open at the end of its recording, where it was cut off: true. */
export const UNFINISHED_ARG = 'unfinished';

/** Distinct (category, name) pairs. Both columns are {@link StringIndex}. */
export interface LabelTable {
  readonly length: number;
  readonly name: Uint32Array;
  readonly category: Uint32Array;
}

/** The kind of a timeline row. */
export type TrackKind =
  | 'process'
  | 'thread'
  | 'worker'
  | 'asyncLane'
  | 'gc'
  | 'waiting'
  | 'device'
  | 'cudaStream';

/** A timeline row, or a group of rows when others name it as parent. */
export interface Track {
  readonly name: string;
  readonly kind: TrackKind;
  /** Enclosing track, or -1. A parent always precedes its children. */
  readonly parent: number;
  readonly pid: number;
  readonly tid: number;
}

/**
 * Named intervals, ordered by start time; among equal starts a parent precedes its children. On
 * one track two slices either nest or are disjoint.
 */
export interface SliceTable {
  readonly length: number;
  /** Start, nanoseconds from the origin. */
  readonly start: Float64Array;
  /** Duration, nanoseconds, ≥ 0. */
  readonly duration: Float64Array;
  /** {@link LabelIndex}. */
  readonly label: Uint32Array;
  /** {@link TrackIndex}. */
  readonly track: Uint16Array;
  /** {@link SliceIndex} of the slice that caused this one, or -1; always less than its own row. */
  readonly parent: Int32Array;
}

/** The meaning of {@link ArgTable.value}. */
export const ArgKind = { number: 0, string: 1, boolean: 2 } as const;

/** Key–value pairs of slices, ordered by slice. */
export interface ArgTable {
  readonly length: number;
  /** {@link SliceIndex}, non-decreasing. */
  readonly slice: Uint32Array;
  /** {@link StringIndex} of the key. */
  readonly key: Uint32Array;
  /** One of {@link ArgKind}. */
  readonly kind: Uint8Array;
  /** The number itself, a {@link StringIndex}, or 0 | 1 for a boolean. */
  readonly value: Float64Array;
}

/** Every {@link CounterUnit}. */
export const COUNTER_UNITS = {
  count: true,
  bytes: true,
  percent: true,
  nanoseconds: true,
  bytesPerSecond: true,
  watts: true,
  hertz: true,
  celsius: true
} as const;

/** Unit of a counter's values. */
export type CounterUnit = keyof typeof COUNTER_UNITS;

/** Values `set` by the code at each change, `sampled` by a source, or `derived`, as a rate is. */
export type CounterKind = 'set' | 'sampled' | 'derived';

/** One quantity over time; `time` is non-decreasing. */
export interface CounterSeries {
  readonly name: string;
  readonly category: string;
  readonly unit: CounterUnit;
  readonly kind: CounterKind;
  /** {@link TrackIndex} it belongs to. */
  readonly track: number;
  /** Nanoseconds from the origin. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** The scope of an instant. */
export const InstantScope = { thread: 0, process: 1, global: 2, task: 3, marker: 4 } as const;

/** Moments without duration, ordered by time. */
export interface InstantTable {
  readonly length: number;
  readonly time: Float64Array;
  readonly label: Uint32Array;
  readonly track: Uint16Array;
  /** One of {@link InstantScope}. */
  readonly scope: Uint8Array;
}

/** Pieces of device memory, ordered by the time of their allocation. */
export interface AllocationTable {
  readonly length: number;
  readonly time: Float64Array;
  /** Nanoseconds until it was freed, or until the end of the profile. */
  readonly lifetime: Float64Array;
  /** 1 if it was still held at the end of the profile, else 0. */
  readonly isHeld: Uint8Array;
  readonly bytes: Float64Array;
  /** Address on its device, bytes, or -1 if unknown. */
  readonly address: Float64Array;
  /** {@link StringIndex} of the operator that allocated it. */
  readonly name: Uint32Array;
  /** {@link StringIndex} of the profiler scope in force, such as `encoder:dense_1:`. */
  readonly scope: Uint32Array;
  /** {@link StringIndex} of the device, such as `tfjs/wasm`. */
  readonly device: Uint32Array;
}

/** Arrows from one slice to another. */
export interface FlowTable {
  readonly length: number;
  /** {@link SliceIndex} of origin and target. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly label: Uint32Array;
}

/** CPU samples of one or more threads, ordered by time. */
export interface SampleTable {
  readonly length: number;
  readonly time: Float64Array;
  /** Time represented by each sample, nanoseconds. */
  readonly weight: Float64Array;
  /** {@link StackIndex}, or -1 for an idle thread. */
  readonly stack: Int32Array;
  readonly track: Uint16Array;
}

/**
 * Heap allocations of each stack in the recorded window, each stack at most once. V8 samples either
 * everything that is allocated or what is still alive at the end; columns of the other are all 0.
 */
export interface HeapSampleTable {
  readonly length: number;
  /** {@link StackIndex}. */
  readonly stack: Uint32Array;
  /** Bytes, as V8 estimates them from its samples; collected garbage counts as well. */
  readonly bytes: Float64Array;
  /** Variance of `bytes`, bytes²: that of a sum of stacks is the sum of theirs. */
  readonly variance: Float64Array;
  /** Of the window's allocations, bytes that a full garbage collection at its end left, estimated likewise. */
  readonly aliveBytes: Float64Array;
  /** Variance of `aliveBytes`, bytes². */
  readonly aliveVariance: Float64Array;
  /** Samples behind the estimates. */
  readonly samples: Uint32Array;
}

/** The stacks that slices were begun with, and those of the awaits that were waited for, ordered by slice, each slice at most once. */
export interface SliceStackTable {
  readonly length: number;
  /** {@link SliceIndex}, rising. */
  readonly slice: Uint32Array;
  /** {@link StackIndex}. */
  readonly stack: Uint32Array;
}

/** Call stacks as a prefix tree; `prefix` is always less than its own row. */
export interface StackTable {
  readonly length: number;
  /** {@link StackIndex} of the caller, or -1 for a root. */
  readonly prefix: Int32Array;
  /** Row of {@link FrameTable}. */
  readonly frame: Uint32Array;
  /** One-based TypeScript line of the function's call; 0 if unknown. */
  readonly line: Uint32Array;
  /** 1 if the function goes on after a wait of its own, and that of `prefix` awaits it; 0 if it was called, or is a root. */
  readonly isAwaited: Uint8Array;
}

/** The kind of code in a frame. */
export const FrameKind = { user: 0, library: 1, runtime: 2, native: 3, gc: 4, program: 5 } as const;

/** Functions seen in stacks, at TypeScript positions if a source map was known. */
export interface FrameTable {
  readonly length: number;
  /** {@link StringIndex} of the function's name. */
  readonly name: Uint32Array;
  /** {@link StringIndex} of the file: `Cell [5]`, a path relative to the start folder, or a URL. */
  readonly file: Uint32Array;
  /** One-based line and column of the function, 0 when unknown. */
  readonly line: Uint32Array;
  readonly column: Uint32Array;
  /** One of {@link FrameKind}. */
  readonly kind: Uint8Array;
}

/** Self samples by source line. */
export interface LineTickTable {
  readonly length: number;
  /** {@link StringIndex} of the file. */
  readonly file: Uint32Array;
  /** One-based TypeScript line. */
  readonly line: Uint32Array;
  /** Samples whose innermost frame was on that line. */
  readonly ticks: Uint32Array;
}

/** Sampled time by source line, from the lines at which the functions of a stack called on. */
export interface LineTotalTable {
  readonly length: number;
  /** {@link StringIndex} of the file. */
  readonly file: Uint32Array;
  /** One-based TypeScript line. */
  readonly line: Uint32Array;
  /** Time of the samples whose innermost position was on that line, nanoseconds. */
  readonly self: Float64Array;
  /** Time of the samples with that line anywhere on the stack, each counted once, nanoseconds. */
  readonly total: Float64Array;
  /**
   * Time of the samples whose innermost line of the user's own code was that line, nanoseconds: its self
   * time and that of what it called in libraries. 0 for lines of libraries.
   */
  readonly own: Float64Array;
}

/** Totals by label, in nanoseconds. */
export interface TotalTable {
  readonly length: number;
  /** {@link LabelIndex}, each at most once. */
  readonly label: Uint32Array;
  readonly count: Float64Array;
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

declare const brand: unique symbol;

/** A `T` that cannot be mistaken for another `T`: the compiler refuses to mix two brands. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
