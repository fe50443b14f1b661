import { KernelscopeError } from '../base/errors';
import type { DumpsOptions } from './dumpsOptions';
import type { ProfileSession } from './profileSession';
import type { ProfileFunction } from './profile';
import type { RecordingHost } from './recordingHost';

/** `setState` was given something else than `'run'` or `'stop'`. */
export class ProfilerStateError extends KernelscopeError {}

/** The state a profiler can be put into. */
export type ProfilerState = 'run' | 'stop';

const STATES: readonly ProfilerState[] = ['run', 'stop'];

/** Profiling by state, as MXNet's module functions do it. */
export interface Profiler {
  /** Starts or stops recording; the state it is in already changes nothing. Default `'stop'`. */
  setState(state?: ProfilerState): void;
  /** `'run'` between `setState('run')` and `setState('stop')`. */
  readonly state: ProfilerState;
  /** Holds all recording until `resume`. */
  pause(): void;
  /** Goes on after `pause`. */
  resume(): void;
  /** The statistics of the last run as text, `''` before the first. */
  dumps(options?: DumpsOptions): string;
}

/** The `profiler` object over one host. */
export function createProfiler(host: RecordingHost, profile: ProfileFunction): Profiler {
  let session: ProfileSession | null = null;
  let latest: ProfileSession | null = null;
  return {
    get state() {
      return session ? 'run' : 'stop';
    },
    setState(state: ProfilerState = 'stop') {
      if (!STATES.includes(state)) {
        const valid = STATES.map(one => `'${one}'`).join(', ');
        throw new ProfilerStateError(`Unknown profiler state: ${String(state)}. Support: ${valid}`);
      }
      if (state === 'run') {
        session ??= profile({ name: 'profiler' });
        return;
      }
      session?.stop();
      latest = session ?? latest;
      session = null;
    },
    pause: () => host.recorder.pause(),
    resume: () => host.recorder.resume(),
    dumps: options => latest?.table(options) ?? ''
  };
}
