import { isObject, isRecord } from '../../../base/isObject';
import type { ArgumentType } from '../../../engine/arguments/argumentTypes';
import { ArgumentTypeError } from '../../../engine/arguments/argumentErrors';
import type { SparkOptions } from './sparkDriver';

/** The cluster that reads directories and compares their ranks. */
export interface OfflineEngine {
  /** Spark: its master, such as `spark://host:7077`, or its master with settings. */
  readonly spark: string | SparkOptions;
}

/** An engine as it was read. */
export interface ReadEngine extends OfflineEngine {
  readonly spark: SparkOptions;
}

const NAME = "{ spark: 'spark://host:7077' }, { spark: { master, conf, node } } or null";

/** Masters that `spark-submit` takes. */
const MASTER = /^(?:local(?:\[[^\]]+\])?|yarn|(?:spark|k8s):\/\/\S+)$/;

/** An engine or `null`. */
export const engineArgument: ArgumentType<ReadEngine | null> = {
  name: NAME,
  read: (argument, value) => {
    if (value === null) return null;
    const engine = hasOnly(value, ['spark']) ? readSpark(value['spark']) : null;
    if (engine === null) throw new ArgumentTypeError(argument, NAME, value);
    return engine;
  }
};

function readSpark(spark: unknown): ReadEngine | null {
  const given = typeof spark === 'string' ? { master: spark } : spark;
  if (!hasOnly(given, ['master', 'conf', 'node'])) return null;
  const { master, conf = {}, node } = given;
  if (typeof master !== 'string' || !MASTER.test(master)) return null;
  if (!hasTexts(conf) || (node !== undefined && (typeof node !== 'string' || node === ''))) {
    return null;
  }
  return { spark: { master, conf, ...(node === undefined ? {} : { node }) } };
}

function hasOnly(
  value: unknown,
  names: readonly string[]
): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  return Object.keys(value).every(name => names.includes(name));
}

function hasTexts(value: unknown): value is Readonly<Record<string, string>> {
  if (!isObject(value)) return false;
  return Object.values(value).every(text => typeof text === 'string');
}
