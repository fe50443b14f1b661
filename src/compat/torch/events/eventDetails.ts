import { isObject } from '../../../base/isObject';
import { type EitherCase, namedOptions } from '../../../base/snakeCase';
import { shown } from '../../../base/errors';
import { numberRepr } from '../../../base/notation/pythonNumbers';
import { EventArgumentError } from './eventErrors';

/** The shape of each input of an operator; `[]` for a scalar. */
export type InputShapes = readonly (readonly number[])[];

/** A description of an event that is not a time of an operator, such as `{Bytes: 64}`. */
export type EventMetadata = Readonly<Record<string, number | string>>;

/** The properties of an event besides its place; all of them are optional. */
export interface FunctionEventOptions {
  /** Bytes of host memory added, negative for freed memory; default 0. */
  readonly cpuMemoryUsage?: number;
  /** Bytes of GPU memory added, negative for freed memory; default 0. */
  readonly deviceMemoryUsage?: number;
  /** The shape of each input, such as `[[2, 3], []]`; null, the default, if not recorded. */
  readonly inputShapes?: InputShapes | null;
  /** Call stack, innermost first, such as `Cell [5]:3 train`. */
  readonly stack?: readonly string[];
  /** Floating-point operations; null or absent when unknown. */
  readonly flops?: number | null;
  /** Number that links it with its gradient; -1 without one. */
  readonly sequenceNr?: number;
  /** True for a stretch of code that a program named itself. */
  readonly isUserAnnotation?: boolean;
  /** True for what begins and ends in different places: it neither has children nor is one. */
  readonly isAsync?: boolean;
  /**
   * Self time in microseconds, for code that waits or is on several threads; null: from the nesting of
   * events.
   */
  readonly selfCpuTime?: number | null;
  /** Numbers and texts by name, such as `{Bytes: 64}`; null, the default, for none. */
  readonly metadata?: EventMetadata | null;
}

/** {@link FunctionEventOptions} with every value stated. */
export type EventDetails = Required<FunctionEventOptions>;

/** Details of an event of which nothing else is known. */
export const NO_DETAILS: EventDetails = Object.freeze({
  cpuMemoryUsage: 0,
  deviceMemoryUsage: 0,
  inputShapes: null,
  stack: Object.freeze([]),
  flops: null,
  sequenceNr: -1,
  isUserAnnotation: false,
  isAsync: false,
  selfCpuTime: null,
  metadata: null
});

const KNOWN = Object.keys(NO_DETAILS);
const IS_KNOWN: ReadonlySet<string> = new Set(KNOWN);

/** Details by frozen options, which many events may share. */
const known = new WeakMap<object, EventDetails>();

/**
 * The checked options, with defaults for missing ones.
 *
 * @throws EventArgumentError that names the option and its valid values.
 */
export function eventDetails(options: EitherCase<FunctionEventOptions>): EventDetails {
  if (!isObject(options)) {
    throw new EventArgumentError(`Options of an event are an object, not ${shown(options)}`);
  }
  const found = known.get(options);
  if (found !== undefined) return found;
  const details = checkedDetails(options);
  if (Object.isFrozen(options)) known.set(options, details);
  return details;
}

function checkedDetails(options: EitherCase<FunctionEventOptions>): EventDetails {
  const isOwn = Object.keys(options).every(isKnown);
  const named: Readonly<Record<string, unknown>> = isOwn
    ? { ...options }
    : namedOptions(options, { call: 'An event', names: KNOWN, refusal: EventArgumentError });
  const details: Record<string, unknown> = { ...NO_DETAILS };
  for (const name in named) {
    const value = named[name];
    if (!isKnown(name) || value === undefined) continue;
    if (!CHECKS[name](value)) {
      throw new EventArgumentError(`${name} must be ${VALID[name]}, got ${shown(value)}`);
    }
    details[name] = value;
  }
  return details as unknown as EventDetails;
}

function isKnown(name: string): name is keyof EventDetails {
  return IS_KNOWN.has(name);
}

const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isNotNegative = (value: unknown): boolean => isNumber(value) && Number(value) >= 0;
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumberOrText = (value: unknown): boolean => isNumber(value) || isText(value);
const isShape = (value: unknown): boolean => Array.isArray(value) && value.every(isNumber);
const CHECKS: Record<keyof EventDetails, (value: unknown) => boolean> = {
  cpuMemoryUsage: isNumber,
  deviceMemoryUsage: isNumber,
  inputShapes: value => value === null || (Array.isArray(value) && value.every(isShape)),
  stack: value => Array.isArray(value) && value.every(isText),
  flops: value => value === null || isNotNegative(value),
  sequenceNr: value => Number.isSafeInteger(value),
  isUserAnnotation: isBoolean,
  isAsync: isBoolean,
  selfCpuTime: value => value === null || isNotNegative(value),
  metadata: value =>
    value === null || (isObject(value) && Object.values(value).every(isNumberOrText))
};

const VALID: Record<keyof EventDetails, string> = {
  cpuMemoryUsage: 'a number of bytes',
  deviceMemoryUsage: 'a number of bytes',
  inputShapes: 'a list of shapes such as [[2, 3], []], or null',
  stack: 'a list of text, innermost first',
  flops: 'a number that is not negative, or null',
  sequenceNr: 'a whole number',
  isUserAnnotation: 'true or false',
  isAsync: 'true or false',
  selfCpuTime: 'microseconds that are not negative, or null',
  metadata: 'an object of numbers and text, or null'
};

/** Shapes as Python prints them: `[[2, 3], []]`, `None` for null. */
export function shapesText(shapes: InputShapes | '' | null): string {
  if (shapes === null) return 'None';
  if (shapes === '') return '';
  return listText(shapes.map(shape => listText(shape.map(numberRepr))));
}

function listText(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}
