import { KernelscopeError, shown } from '../../base/errors';
import { isRecord } from '../../base/isObject';
import type { SampleLabel } from '../../facts/sampleLabels';
import type { LabelContext } from '../../sources/async/labelContext';

/** `profile.label` got an invalid argument; nothing was called. */
export class LabelArgumentError extends KernelscopeError {}

/** Names and values by which CPU samples are told apart: `{ route: '/orders', tenant: 7 }`. */
export type LabelValues = Readonly<Record<string, string | number | boolean>>;

/** Labels at most in one call, and characters of each name and value. */
const MAX_LABELS = 16;
const MAX_TEXT = 256;

/** As they were before programs could replace them. */
const { keys } = Object;

/** Runs code with labels: `profile.label`. */
export type LabelFunction = <T>(labels: LabelValues, fn: () => T) => T;

/** The `profile.label` of one thread. */
export function createLabel(context: LabelContext): LabelFunction {
  return (labels, fn) => {
    if (typeof fn !== 'function') {
      throw new LabelArgumentError(`profile.label runs a function, not ${shown(fn)}`);
    }
    return context.run(readLabels(labels), fn);
  };
}

function readLabels(given: unknown): readonly SampleLabel[] {
  if (!isRecord(given)) {
    throw new LabelArgumentError(
      `labels must be an object of names and values such as { route: '/orders' }, got ${shown(given)}`
    );
  }
  const names = keys(given);
  if (names.length > MAX_LABELS) {
    throw new LabelArgumentError(`labels must be at most ${MAX_LABELS}, got ${names.length}`);
  }
  const read: SampleLabel[] = [];
  for (let at = 0; at < names.length; at++) {
    const name = names[at];
    const value = given[name];
    const isValue =
      typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
    if (!isValue) {
      throw new LabelArgumentError(
        `the label ${name} must be a string, a number or a boolean, got ${shown(value)}`
      );
    }
    read[at] = [name.slice(0, MAX_TEXT), String(value).slice(0, MAX_TEXT)];
  }
  return read;
}
