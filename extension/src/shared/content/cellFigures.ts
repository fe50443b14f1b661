import type { ProfileBundle } from 'kernelscope/model';

/** The cost of one run of a cell, in nanoseconds and bytes; null where it was not recorded. */
export interface CellFigures {
  readonly wallNs: number;
  readonly cpuNs: number | null;
  readonly waitingNs: number | null;
  readonly gcNs: number | null;
  readonly memoryBytes: number | null;
  readonly gpuNs: number | null;
}

export type FigureName = keyof CellFigures;

/**
 * The figures of a profile: waiting and collections as the samples have them, if there are any. Those of a light one are too
 * far apart for collections, whose own times it has.
 */
export function figuresOf({ summary, shares, isLight }: ProfileBundle): CellFigures {
  const { wallNs, cpuNs, peakRssBytes, gpuBusyNs } = summary;
  const sampledGcNs = shares?.gcNs ?? null;
  const gcNs = summary.gcNs ?? null;
  return {
    wallNs,
    cpuNs,
    waitingNs: shares?.waitingNs ?? summary.waitingNs ?? null,
    gcNs: isLight ? (gcNs ?? sampledGcNs) : (sampledGcNs ?? gcNs),
    memoryBytes: peakRssBytes,
    gpuNs: gpuBusyNs
  };
}

/** The figures of all cells together: sums, but of memory the highest. Null for what none has. */
export function totalFigures(all: readonly CellFigures[]): CellFigures {
  const known = (name: FigureName): number[] =>
    all.map(figures => figures[name]).filter(value => value !== null);
  const sum = (name: FigureName): number | null => {
    const values = known(name);
    return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
  };
  const memory = known('memoryBytes');
  return {
    wallNs: sum('wallNs') ?? 0,
    cpuNs: sum('cpuNs'),
    waitingNs: sum('waitingNs'),
    gcNs: sum('gcNs'),
    memoryBytes: memory.length === 0 ? null : Math.max(...memory),
    gpuNs: sum('gpuNs')
  };
}
