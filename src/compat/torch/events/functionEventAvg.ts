import { aliasedBase, defineAliases } from '../../../base/snakeCase';
import { shown } from '../../../base/errors';
import type { InputShapes } from './eventDetails';
import { EventArgumentError } from './eventErrors';
import { AVERAGE_NAMES, type AverageNames } from './pythonNames';
import { FormattedTimes } from './formattedTimes';
import { FunctionEvent } from './functionEvent';
import type { GpuKernel } from './interval';

/** Sums over events of one key, or over all events. Times in microseconds, memory in bytes. */
export class FunctionEventAvg extends aliasedBase<FormattedTimes, FunctionEventAvg, AverageNames>(
  FormattedTimes
) {
  /** The common key of the events; null before the first. */
  key: string | null = null;
  /** `CUDA` for kernels, copies or fills of GPUs, `CPU` for events; that of the first. */
  deviceType: 'CPU' | 'CUDA' = 'CPU';
  count = 0;
  cpuTimeTotal = 0;
  cudaTimeTotal = 0;
  /** Time of GPU kernels that the events or any inside them started. */
  deviceTimeTotal = 0;
  /** Time on the CPU outside children. */
  selfCpuTimeTotal = 0;
  /** Time of GPU kernels that the events started themselves. */
  selfDeviceTimeTotal = 0;
  /** Bytes of host memory added, with those of children; negative for freed memory. */
  cpuMemoryUsage = 0;
  /** Bytes of GPU memory added, with those of children; negative for freed memory. */
  deviceMemoryUsage = 0;
  /** Bytes of host memory added outside children. */
  selfCpuMemoryUsage = 0;
  /** Bytes of GPU memory added outside children. */
  selfDeviceMemoryUsage = 0;
  /** Floating-point operations, of the events of which they are known. */
  flops = 0;
  /** Events whose children overlap so that their self time was put to 0. */
  correctedSelfTimes = 0;
  /** The input shapes of the first event; `''` where averages do not tell shapes apart. */
  inputShapes: InputShapes | '' | null = null;
  /** The call stack of the first event; as many lines as averages tell apart. */
  stack: readonly string[] = [];
  /** True if the first event is a stretch of code that a program named itself. */
  isUserAnnotation = false;
  /** True if the first event neither has children nor is one. */
  isAsync = false;
  /** The event that encloses the first event on its thread, or null. */
  cpuParent: FunctionEvent | null = null;

  /** The same as `selfDeviceTimeTotal`. */
  get selfCudaTimeTotal(): number {
    return this.selfDeviceTimeTotal;
  }

  /**
   * Adds an event, or what an average sums up, and returns this.
   *
   * @throws EventArgumentError for anything else, and for another key than that of the first.
   */
  add(event: FunctionEvent | FunctionEventAvg): this {
    if (!(event instanceof FunctionEvent || event instanceof FunctionEventAvg)) {
      throw new EventArgumentError(
        `Expected other to be a FunctionEvent or FunctionEventAvg, not ${shown(event)}`
      );
    }
    if (this.key === null) this.#describe(event);
    else if (event.key !== this.key) {
      throw new EventArgumentError(
        `Expected keys to match, but got ${String(event.key)} vs ${this.key}`
      );
    }
    this.#sum(event);
    return this;
  }

  /**
   * Adds a run of a kernel, or a copy or fill of GPU memory, and returns this. Averages that
   * `groupByDeviceType` tells apart are made of them.
   *
   * @throws EventArgumentError for an average of events, or another name than that of the first.
   */
  addKernel({ name, interval }: GpuKernel): this {
    if (this.key === null) {
      this.key = name;
      this.deviceType = 'CUDA';
      this.inputShapes = [];
    } else if (this.deviceType !== 'CUDA' || this.key !== name) {
      throw new EventArgumentError(
        `Expected a kernel of the average ${this.key} (${this.deviceType}), but got ${name}`
      );
    }
    const time = interval.elapsedUs();
    this.count += 1;
    this.cudaTimeTotal += time;
    this.deviceTimeTotal += time;
    this.selfDeviceTimeTotal += time;
    return this;
  }

  #describe(first: FunctionEvent | FunctionEventAvg): void {
    this.key = first.key;
    if (first instanceof FunctionEventAvg) this.deviceType = first.deviceType;
    this.inputShapes = first.inputShapes;
    this.stack = first.stack;
    this.isUserAnnotation = first.isUserAnnotation;
    this.isAsync = first.isAsync;
    this.cpuParent = first.cpuParent;
  }

  #sum(event: FunctionEvent | FunctionEventAvg): void {
    this.count += event.count;
    this.cpuTimeTotal += event.cpuTimeTotal;
    this.cudaTimeTotal += event.cudaTimeTotal;
    this.deviceTimeTotal += event.deviceTimeTotal;
    this.selfCpuTimeTotal += event.selfCpuTimeTotal;
    this.selfDeviceTimeTotal += event.selfDeviceTimeTotal;
    this.cpuMemoryUsage += event.cpuMemoryUsage;
    this.deviceMemoryUsage += event.deviceMemoryUsage;
    this.selfCpuMemoryUsage += event.selfCpuMemoryUsage;
    this.selfDeviceMemoryUsage += event.selfDeviceMemoryUsage;
    this.flops += event.flops ?? 0;
    this.correctedSelfTimes += event.correctedSelfTimes;
  }

  /** A description in one line. */
  repr(): string {
    const times = `cpu_time=${this.cpuTimeStr} cuda_time=${this.cudaTimeStr}`;
    return `<FunctionEventAvg ${times} key=${this.key ?? 'None'}>`;
  }

  /** The same as `repr`. */
  override toString(): string {
    return this.repr();
  }

  /** @throws EventArgumentError: `average += event` would replace the average by a text. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return this.repr();
    throw new EventArgumentError(
      `The average ${this.key ?? 'of no events'} is not a number: += would replace it. ` +
        'Call average.add(event), which adds to it'
    );
  }

  /** The same as `repr`, for consoles and notebooks. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.repr();
  }
}

defineAliases(FunctionEventAvg.prototype, AVERAGE_NAMES);
