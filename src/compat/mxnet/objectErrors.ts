import { inspect } from 'node:util';
import { KernelscopeError } from '../../base/errors';

/** Base of the errors that the profiler's objects throw for arguments of a wrong kind. */
export class ProfilerObjectError extends KernelscopeError {}

/** A name that is not a string. An empty string is a name. */
export class ObjectNameError extends ProfilerObjectError {
  constructor(object: string, name: unknown) {
    super(`Invalid name of a ${object}: ${shown(name)}. Support: any text`);
  }
}

/** An object was to belong to something that is no `Domain`. */
export class ObjectDomainError extends ProfilerObjectError {
  constructor(object: string, domain: unknown) {
    super(`Invalid domain of a ${object}: ${shown(domain)}. Support: a Domain, new Domain(name)`);
  }
}

/** A counter was given something else than a finite number or a safe bigint, or would have become infinite. */
export class CounterValueError extends ProfilerObjectError {
  constructor(counter: string, value: unknown) {
    const support = 'finite numbers, bigints that are safe integers';
    super(`Invalid value of counter '${counter}': ${shown(value)}. Support: ${support}`);
  }
}

/** `mark` was given a scope that it does not know. */
export class MarkerScopeError extends ProfilerObjectError {
  constructor(scope: unknown, scopes: readonly string[]) {
    const valid = scopes.map(one => `'${one}'`).join(', ');
    super(`Invalid Input: ${shown(scope)}, valid values are: {${valid}}`);
  }
}

/** A counter was added to as a number is, which would have made a text of it. */
export class CounterAdditionError extends ProfilerObjectError {
  constructor(name: string) {
    super(
      `The counter ${name} is not a number. Support: counter.increment(1), counter.value += 1, ` +
        'and `${counter}` for its name'
    );
  }
}

/** `start` was given options it does not know, or a thread that is no `Worker`. */
export class StartOptionError extends ProfilerObjectError {
  constructor(option: string, value: unknown, support: string) {
    super(`Invalid value provided for ${option}: ${shown(value)}. Support: ${support}`);
  }
}

/** `run` was given something that cannot be called. */
export class ObjectBodyError extends ProfilerObjectError {
  constructor(object: string, body: unknown) {
    super(`Cannot run ${shown(body)} inside a ${object}. Support: a function`);
  }
}

/** A value on one line, in few words. */
function shown(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Infinity, maxStringLength: 80 });
}
