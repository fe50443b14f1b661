import type { ProfilerOutput } from './profilerSettings';

/** The locations of one profiler's cycles since the last analysis. */
export class RecordedCycles {
  /** Null for each cycle that could not be written. */
  #paths: (string | null)[] = [];
  #isAnalysed = false;

  /** @param warn takes why there is nothing to analyse */
  constructor(
    private readonly output: ProfilerOutput,
    private readonly warn: (message: string) => void
  ) {}

  /** The directory or file of the newest one; null before the first, and if it was not written. */
  get newest(): string | null {
    return this.#paths.at(-1) ?? null;
  }

  /** True for cycles of an output tree that were not analysed since they were recorded. */
  get needAnalysis(): boolean {
    return this.output.kind === 'tree' && this.#paths.some(isWritten) && !this.#isAnalysed;
  }

  /** Takes a cycle that was written, or null for one that could not be. */
  add(path: string | null): void {
    if (this.#isAnalysed || this.output.kind === 'files') this.#paths = [];
    this.#isAnalysed = false;
    this.#paths.push(path);
  }

  /** The directories to analyse now, again those of the last time where nothing came since. */
  takeForAnalysis(): readonly string[] {
    return this.#take().filter(isWritten);
  }

  /** Only the directory of the newest one, like {@link takeForAnalysis}; none if it was not written. */
  takeNewestForAnalysis(): readonly string[] {
    return this.#take().slice(-1).filter(isWritten);
  }

  #take(): readonly (string | null)[] {
    this.#isAnalysed = true;
    if (this.output.kind === 'files') {
      this.warn(`Profiler: the files in ${this.output.path} are complete without analyse()`);
      return [];
    }
    if (this.#paths.length === 0) {
      this.warn('Profiler has recorded nothing yet that could be analysed');
    }
    return this.#paths;
  }
}

function isWritten(path: string | null): path is string {
  return path !== null;
}
