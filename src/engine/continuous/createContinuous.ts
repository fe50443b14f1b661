import { processFacts } from '../recording/processFacts';
import { type ContinuousOptions, readContinuousOptions } from './continuousOptions';
import { ContinuousProfilingError } from './continuousErrors';
import {
  type ContinuousHost,
  ContinuousProfiler,
  type ContinuousProfiling
} from './continuousProfiling';

/** `profile.continuous` of one thread, and what `profile.stopAll` needs of it. */
export interface Continuous {
  /** @throws ProfilerArgumentError, ContinuousProfilingError */
  start(options: ContinuousOptions): ContinuousProfiling;
  /** Stops what is under way, if anything is. */
  stop(): void;
}

/** Continuous profiling of this thread, of which one may be under way. */
export function createContinuous(host: ContinuousHost): Continuous {
  let running: ContinuousProfiler | null = null;
  return {
    start: options => {
      const settings = readContinuousOptions(options);
      if (running?.isOver === false) {
        throw new ContinuousProfilingError(
          'Continuous profiling is under way already: stop it first, with its stop() or profile.stopAll()'
        );
      }
      const profiler = new ContinuousProfiler(host, settings, processFacts).start();
      running = profiler;
      return {
        get stats() {
          return profiler.stats;
        },
        stop: () => profiler.stop()
      };
    },
    stop: () => void running?.stop()
  };
}
