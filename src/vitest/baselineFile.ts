import { isObject } from '../base/isObject';
import { codeOf, fileReasonOf } from '../base/errors';
import { MAX_COMPARED_REPETITIONS } from '../model/output/comparison';
import { writeFileAtomically } from '../engine/results/atomicWrite';
import { readWithin } from '../engine/results/readWithin';
import { type Baseline, type BaselineTimes, MAX_NAMES } from './baseline';
import { ENVIRONMENT_FACTS, type Environment } from './environment';
import { BaselineFileError } from './profiledError';

/** The first fields of every baseline file. */
const HEAD = { kind: 'kernelscope baseline', version: 1 } as const;

/** Larger files are refused before they are read, bytes. */
const MAX_BYTES = 1 << 20;

/** Longer names and facts are refused, UTF-16 units. */
const MAX_TEXT = 10_000;

/** Writes a baseline. @throws OutputFileError */
export function writeBaseline(file: string, baseline: Baseline): void {
  const text = JSON.stringify({ ...HEAD, ...baseline }, null, 1);
  writeFileAtomically(file, Buffer.from(`${text}\n`));
}

/** Reads a baseline; null if there is no such file. @throws BaselineFileError for anything else */
export function readBaseline(file: string): Baseline | null {
  try {
    return baselineFrom(JSON.parse(String(readWithin(file, MAX_BYTES))));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new BaselineFileError(`Cannot read the baseline ${file}: ${fileReasonOf(error)}.`, {
      cause: error
    });
  }
}

function baselineFrom(value: unknown): Baseline {
  const { kind, version, environment, ...times } = recordOf(value, 'the file');
  if (kind !== HEAD.kind) throw new BaselineFileError('it is not one; write it with vitest -u');
  if (version !== HEAD.version) {
    throw new BaselineFileError(`its version is ${String(version)}; write it again with vitest -u`);
  }
  const { names, wholeNs } = times;
  if (!Array.isArray(names) || names.length > MAX_NAMES) throw damaged();
  return {
    environment: environmentFrom(environment),
    wholeNs: timesFrom(wholeNs),
    names: names.map(namedFrom)
  };
}

function environmentFrom(value: unknown): Environment {
  const facts = recordOf(value, 'environment');
  const entries = ENVIRONMENT_FACTS.map(fact => [fact, textFrom(facts[fact])]);
  return Object.fromEntries(entries) as Environment;
}

function namedFrom(value: unknown): BaselineTimes {
  const { name, timesNs } = recordOf(value, 'a name');
  return { name: textFrom(name), timesNs: timesFrom(timesNs) };
}

function textFrom(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT) throw damaged();
  return value;
}

function timesFrom(value: unknown): readonly number[] {
  if (!Array.isArray(value) || value.length < 2) throw damaged();
  const isTime = (time: unknown): time is number =>
    typeof time === 'number' && Number.isFinite(time) && time >= 0;
  if (value.length > MAX_COMPARED_REPETITIONS || !value.every(isTime)) throw damaged();
  return value;
}

function recordOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value as Record<string, unknown>;
  throw new BaselineFileError(`${what} must be an object`);
}

function damaged(): BaselineFileError {
  return new BaselineFileError('it is damaged; write it again with vitest -u');
}
