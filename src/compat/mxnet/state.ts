import { shown } from '../../base/text';
import { ProfilerArgumentError } from '../../engine/arguments/argumentErrors';

/** `setState` was given something else than `'run'` or `'stop'`. */
export class ProfilerStateError extends ProfilerArgumentError {}

/** The state a profiler can be put into. */
export type ProfilerState = 'run' | 'stop';

const STATES: readonly ProfilerState[] = ['run', 'stop'];

/** `state`, if it is one. @throws ProfilerStateError that lists the states. */
export function readState(state: unknown): ProfilerState {
  const known = STATES.find(one => one === state);
  if (known) return known;
  const valid = STATES.map(one => `'${one}'`).join(', ');
  throw new ProfilerStateError(`Unknown profiler state: ${shown(state)}. Support: ${valid}`);
}
