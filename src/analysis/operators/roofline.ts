import { operatorRates } from './operatorTraffic';
import { isRecord } from '../../base/isObject';
import { KernelscopeError, shown } from '../../base/errors';

/** The most that a machine does, as it was measured. */
export interface Roof {
  /** Floating-point operations a second. */
  readonly flopsPerSecond: number;
  /** Bytes a second between processor and memory. */
  readonly bandwidth: number;
}

/** The position of a run of an operator below the roof; `null` for unknown values. */
export interface RooflinePoint {
  /** Floating-point operations a second that a run of its intensity could reach. */
  readonly attainable: number | null;
  /** The share of that which it reached, per cent; above 100 if data came from caches. */
  readonly percentOfRoof: number | null;
  /** The limiting factor. */
  readonly bound: 'compute' | 'memory' | null;
}

const UNKNOWN: RooflinePoint = { attainable: null, percentOfRoof: null, bound: null };

/**
 * A run against the roofline model: at most the peak of computation, and at most its intensity times
 * the bandwidth. One that moves data and computes nothing is held against the bandwidth. Source:
 * Williams, Waterman, Patterson, "Roofline", CACM 2009.
 */
export function roofline(
  run: {
    readonly durationNs: number;
    readonly flops: number | null;
    readonly bytes: number | null;
  },
  roof: Roof
): RooflinePoint {
  const { flopsPerSecond, bandwidth, intensity } = operatorRates(run);
  if (run.flops === null || flopsPerSecond === null) return UNKNOWN;
  if (run.flops === 0) return ofBytesAlone(bandwidth, roof);
  if (intensity === null && run.bytes !== 0) return UNKNOWN;
  const byMemory = intensity === null ? Infinity : intensity * roof.bandwidth;
  const attainable = Math.min(roof.flopsPerSecond, byMemory);
  return {
    attainable,
    percentOfRoof: (100 * flopsPerSecond) / attainable,
    bound: byMemory < roof.flopsPerSecond ? 'memory' : 'compute'
  };
}

function ofBytesAlone(bandwidth: number | null, roof: Roof): RooflinePoint {
  if (bandwidth === null || bandwidth === 0) return UNKNOWN;
  const percentOfRoof = (100 * bandwidth) / roof.bandwidth;
  return { attainable: 0, percentOfRoof, bound: 'memory' };
}

/** One figure of a machine, the best of several rounds. */
export interface MeasuredPeak {
  /** The name of the measurement, such as `WebAssembly SIMD, 32 bit`. */
  readonly name: string;
  /** Operations or bytes a second. */
  readonly value: number;
  /** The spread of the rounds, as a share of the best. */
  readonly spread: number;
  /** False where the rounds were too far apart, or the arrays too small, to rely on it. */
  readonly isCertain: boolean;
  /** Why it is uncertain; empty if it is not. */
  readonly why: string;
}

/** The measurements of a machine by `kernelscope doctor --peaks`. */
export interface Peaks {
  readonly format: typeof PEAKS_FORMAT;
  readonly version: typeof PEAKS_VERSION;
  readonly measuredAtMs: number;
  readonly host: string;
  readonly compute: readonly MeasuredPeak[];
  readonly memory: MeasuredPeak;
}

/** The first fields of a file of peaks. */
export const PEAKS_FORMAT = 'kernelscope peaks';
export const PEAKS_VERSION = 1;

/** A file is not a file of peaks, or is damaged. */
export class PeaksError extends KernelscopeError {}

/** The roof that measured peaks make: of computation, the highest one. */
export function roofOf({ compute, memory }: Peaks): Roof {
  return {
    flopsPerSecond: compute.reduce((most, { value }) => Math.max(most, value), 0),
    bandwidth: memory.value
  };
}

/** Reads the text of a file of peaks. @throws PeaksError that names the fault */
export function parsePeaks(text: string): Peaks {
  const value = parseJson(text);
  if (!isRecord(value) || value.format !== PEAKS_FORMAT) throw new PeaksError(FOREIGN);
  if (value.version !== PEAKS_VERSION) {
    throw new PeaksError(`The peaks have version ${shown(value.version)}; ${AGAIN}`);
  }
  const { compute, memory, measuredAtMs, host } = value;
  const isWhole =
    Array.isArray(compute) && compute.length > 0 && compute.every(isPeak) && isPeak(memory);
  if (!isWhole || typeof measuredAtMs !== 'number' || typeof host !== 'string') {
    throw new PeaksError(`The peaks are damaged; ${AGAIN}`);
  }
  const { format, version } = { format: PEAKS_FORMAT, version: PEAKS_VERSION } as const;
  return { format, version, measuredAtMs, host, compute, memory };
}

const AGAIN = 'measure them again with kernelscope doctor --peaks --save FILE';
const FOREIGN = `This is not a file of peaks; ${AGAIN}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PeaksError(FOREIGN, { cause: error });
  }
}

function isPeak(value: unknown): value is MeasuredPeak {
  if (!isRecord(value)) return false;
  const { name, value: amount, spread, isCertain, why } = value;
  const areNumbers = [amount, spread].every(each => Number.isFinite(each) && Number(each) >= 0);
  const areTexts = typeof name === 'string' && typeof why === 'string';
  return areNumbers && areTexts && Number(amount) > 0 && typeof isCertain === 'boolean';
}
