import { operatorRates } from './operatorTraffic';

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
