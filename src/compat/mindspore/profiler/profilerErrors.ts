import { joinWords, nearestName, shown } from '../../../base/text';
import { ProfilerArgumentError } from '../../../engine/arguments/argumentErrors';

/** An option of `Profiler` has a value that is none of its valid ones. */
export class ProfilerOptionError extends ProfilerArgumentError {
  constructor(option: string, value: unknown, valid: readonly string[]) {
    const meant = typeof value === 'string' ? nearestName(value.replaceAll('_', ''), valid) : null;
    const hint = meant === null ? '' : ` Did you mean '${meant}'?`;
    const list = joinWords(valid.map(one => `'${one}'`));
    super(`Invalid value for ${option}: '${shown(value)}'. It is ${list}.${hint}`);
  }
}

/** Options of `Profiler` that are valid each, and do not go together; or one that cannot be had. */
export class ProfilerOptionsError extends ProfilerArgumentError {}
