import { type EitherCase, aliasedBase, defineAliases, refuseNames } from '../../../base/snakeCase';
import { shown } from '../../../base/errors';
import {
  type EventDetails,
  type EventMetadata,
  type FunctionEventOptions,
  type InputShapes,
  NO_DETAILS,
  eventDetails
} from './eventDetails';
import { EventArgumentError } from './eventErrors';
import { EVENT_NAMES, type EventNames, REFUSED_EVENT_NAMES } from './pythonNames';
import { FormattedTimes } from './formattedTimes';
import { GpuKernel, timeOfKernels, Interval } from './interval';

const NO_KERNELS: readonly GpuKernel[] = Object.freeze([]);
const NO_EVENTS: readonly FunctionEvent[] = Object.freeze([]);

/**
 * The places of events relative to each other; each is identified by its row. Times in microseconds.
 */
export interface EventTree<E> {
  /**
   * True if the events come from a profile: then `cudaTimeTotal` of outer events includes kernels of
   * inner ones.
   */
  readonly isOfProfile: boolean;
  /** The enclosing event, or null. */
  parentOf(row: number): E | null;
  /** The events directly inside, by start. */
  childrenOf(row: number): readonly E[];
  /** Sum of the times of the events directly inside. */
  childCpuTimeOf(row: number): number;
  /** Sum of the memory of the events directly inside, bytes. */
  childCpuMemoryOf(row: number): number;
  /** The same on the GPU. */
  childDeviceMemoryOf(row: number): number;
  /** Time of the GPU kernels started by the event or any inside it. */
  deviceTimeOf(row: number): number;
  /** To be called when an event was given another kernel. */
  forgetKernels(): void;
}

/** The constructor arguments of an event: times in microseconds. */
export type FunctionEventArguments = [
  id: number,
  name: string,
  thread: number,
  cpuStart: number,
  cpuEnd: number,
  options?: EitherCase<FunctionEventOptions>
];

/**
 * One call of a function. Times are microseconds, memory is bytes. Children, parents and what
 * follows from them, self times and self memory, are those in the first list that the event was put
 * into; an event in no list has neither.
 */
export class FunctionEvent extends aliasedBase<FormattedTimes, FunctionEvent, EventNames>(
  FormattedTimes
) {
  /** A whole number, unique in its list. */
  readonly id: number;
  /** The name of the called function, or of the stretch of code; events are averaged by it. */
  readonly name: string;
  /** Number of the thread; events of one thread nest. */
  readonly thread: number;
  /** When it ran on the CPU, in microseconds. */
  readonly cpuInterval: Interval;
  // Private to the language: a list of events, which leads to all others, is no part of an event's
  // JSON, nor compared with it.
  readonly #details: EventDetails;
  #kernels: GpuKernel[] | null = null;
  #kernelsOfInner: Set<GpuKernel> | null = null;
  #tree: EventTree<FunctionEvent> | null = null;
  #row = -1;

  /**
   * One call of `name` on a thread, from `cpuStart` to `cpuEnd`, microseconds.
   *
   * @throws EventArgumentError for arguments of wrong types, unknown options, times that are not
   *   finite, or an end before the start.
   */
  constructor(...[id, name, thread, cpuStart, cpuEnd, options]: FunctionEventArguments) {
    super();
    if (!Number.isSafeInteger(id)) throw argumentError('id', 'a whole number', id);
    if (typeof name !== 'string') throw argumentError('name', 'text', name);
    if (!Number.isSafeInteger(thread)) throw argumentError('thread', 'a whole number', thread);
    this.id = id;
    this.name = name;
    this.thread = thread;
    this.cpuInterval = new Interval(cpuStart, cpuEnd);
    this.#details = options === undefined ? NO_DETAILS : eventDetails(options);
  }

  /** An event is one call. */
  get count(): number {
    return 1;
  }

  /** The key for averages: its name. */
  get key(): string {
    return this.name;
  }

  /** The GPU kernels that it started, in the order in which they were appended. */
  get kernels(): readonly GpuKernel[] {
    return this.#kernels ?? NO_KERNELS;
  }

  /** Those of `kernels` that no event inside it started. */
  get ownKernels(): readonly GpuKernel[] {
    const inner = this.#kernelsOfInner;
    return inner ? this.kernels.filter(each => !inner.has(each)) : this.kernels;
  }

  /**
   * Adds a GPU kernel that this event started.
   *
   * @throws EventArgumentError as the constructors of `GpuKernel` and `Interval` do.
   */
  appendKernel(name: string, device: number, start: number, end: number): void {
    const added = new GpuKernel(name, device, new Interval(start, end));
    if (this.#kernels) this.#kernels.push(added);
    else this.#kernels = [added];
    this.#tree?.forgetKernels();
  }

  /**
   * Adds a GPU kernel that an event inside this one started: it counts for `kernels` and
   * `cudaTimeTotal`, but not for the event's own time.
   *
   * @throws EventArgumentError as `appendKernel` does.
   */
  appendKernelOfInner(name: string, device: number, start: number, end: number): void {
    this.appendKernel(name, device, start, end);
    const added = this.#kernels?.at(-1);
    if (added) (this.#kernelsOfInner ??= new Set()).add(added);
  }

  /** Places the event in a tree, which takes the place of an earlier one. Lists call this. */
  placeIn(tree: EventTree<FunctionEvent>, row: number): void {
    this.#tree = tree;
    this.#row = row;
  }

  /** True if it was put into a list, and so has a place among other events. */
  get isPlaced(): boolean {
    return this.#tree !== null;
  }

  /** The events of its thread directly inside it, by start. */
  get cpuChildren(): readonly FunctionEvent[] {
    return this.#tree?.childrenOf(this.#row) ?? NO_EVENTS;
  }

  /** The innermost event of its thread that encloses it, or null. */
  get cpuParent(): FunctionEvent | null {
    return this.#tree?.parentOf(this.#row) ?? null;
  }

  get cpuTimeTotal(): number {
    return this.cpuInterval.elapsedUs();
  }

  /** Time of `kernels`; of an event of a profile the same as `deviceTimeTotal`. */
  get cudaTimeTotal(): number {
    return this.#tree?.isOfProfile ? this.deviceTimeTotal : timeOfKernels(this.kernels);
  }

  /** Time of the GPU kernels that it or any event inside it started, each counted once. */
  get deviceTimeTotal(): number {
    return this.#tree?.deviceTimeOf(this.#row) ?? timeOfKernels(this.kernels);
  }

  /**
   * CPU time outside its children. For recorded async code it excludes waiting and the time of events
   * that the code ran on its thread. Overlapping children never make it negative.
   */
  get selfCpuTimeTotal(): number {
    if (this.isAsync) return 0;
    const { selfCpuTime } = this.#details;
    if (selfCpuTime !== null) return selfCpuTime;
    return Math.max(0, this.cpuTimeTotal - (this.#tree?.childCpuTimeOf(this.#row) ?? 0));
  }

  /** 1 when children that overlap add up to more than the event, so that its self time is put to 0. */
  get correctedSelfTimes(): number {
    if (this.isAsync || !this.#tree || this.#details.selfCpuTime !== null) return 0;
    return this.#tree.childCpuTimeOf(this.#row) - this.cpuTimeTotal > LEAST_SHOWN_US ? 1 : 0;
  }

  /** Time of the GPU kernels that it started itself. */
  get selfDeviceTimeTotal(): number {
    return timeOfKernels(this.ownKernels);
  }

  /** The same as `selfDeviceTimeTotal`. */
  get selfCudaTimeTotal(): number {
    return this.selfDeviceTimeTotal;
  }

  /** Bytes of host memory added, with those of its children; negative for freed memory. */
  get cpuMemoryUsage(): number {
    return this.#details.cpuMemoryUsage;
  }

  /** Bytes of GPU memory added, with those of its children; negative for freed memory. */
  get deviceMemoryUsage(): number {
    return this.#details.deviceMemoryUsage;
  }

  /** Bytes of host memory added outside its children; negative where they added more than it did. */
  get selfCpuMemoryUsage(): number {
    if (this.isAsync) return 0;
    return this.cpuMemoryUsage - (this.#tree?.childCpuMemoryOf(this.#row) ?? 0);
  }

  /** Bytes of GPU memory added outside its children; negative where they added more than it did. */
  get selfDeviceMemoryUsage(): number {
    if (this.isAsync) return 0;
    return this.deviceMemoryUsage - (this.#tree?.childDeviceMemoryOf(this.#row) ?? 0);
  }

  /** The shape of each input; null when shapes were not recorded. */
  get inputShapes(): InputShapes | null {
    return this.#details.inputShapes;
  }

  /** Call stack, innermost first; empty if not recorded. */
  get stack(): readonly string[] {
    return this.#details.stack;
  }

  /** Floating-point operations, or null when unknown. */
  get flops(): number | null {
    return this.#details.flops;
  }

  /** Number that links it with its gradient, or -1. */
  get sequenceNr(): number {
    return this.#details.sequenceNr;
  }

  /** True for a stretch of code that a program named itself. */
  get isUserAnnotation(): boolean {
    return this.#details.isUserAnnotation;
  }

  /** True for what neither has children nor is one. */
  get isAsync(): boolean {
    return this.#details.isAsync;
  }

  /** Additional description, or null. */
  get metadata(): EventMetadata | null {
    return this.#details.metadata;
  }

  /** A description in one line. */
  repr(): string {
    const times = `cpu_time=${this.cpuTimeStr} cuda_time=${this.cudaTimeStr}`;
    return `<FunctionEvent id=${this.id} ${times} name=${this.name} thread=${this.thread}>`;
  }

  /** The same as `repr`. */
  override toString(): string {
    return this.repr();
  }

  /** The same as `repr`, for consoles and notebooks. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.repr();
  }
}

defineAliases(FunctionEvent.prototype, EVENT_NAMES);

refuseNames(
  FunctionEvent.prototype,
  REFUSED_EVENT_NAMES,
  (name, instead) => new EventArgumentError(`FunctionEvent has no ${name}: ${instead}`)
);

/** Half of what three decimals show; a smaller excess comes from rounding. */
const LEAST_SHOWN_US = 0.0005;

function argumentError(what: string, takes: string, value: unknown): EventArgumentError {
  return new EventArgumentError(`The ${what} of an event is ${takes}, not ${shown(value)}`);
}
