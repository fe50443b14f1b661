import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { KernelscopeError } from '../../../../base/errors';

/** A Spark cluster. */
export interface SparkOptions {
  /** The cluster's master as `spark-submit` takes it: `spark://host:7077`, `yarn`, `k8s://…` or `local[4]`. */
  readonly master: string;
  /** Settings of Spark by name, such as `spark.executor.memory`; default none but those of Spark's own files. */
  readonly conf?: Readonly<Record<string, string>>;
  /** The Node that the executors start; default `node`, or that of this process where the master is local. */
  readonly node?: string;
}

/** Spark cannot be started here, or has ended; the message says why, and what to do. */
export class SparkError extends KernelscopeError {}

const PROGRAM = 'spark-submit';

/** The way to start programs of Spark. */
export interface SparkSubmit {
  /** Path of `spark-submit`. */
  readonly program: string;
  /** Variables that it needs besides those of this process. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Finds `spark-submit` in `SPARK_HOME`, or else in `PATH`. One that pip has installed into an environment is
 * given the Python of that environment, unless `PYSPARK_PYTHON` names another.
 *
 * @throws SparkError
 */
export function findSparkSubmit(
  environment: Readonly<Record<string, string | undefined>>
): SparkSubmit {
  const { SPARK_HOME, PATH = '', PYSPARK_PYTHON } = environment;
  const folders = SPARK_HOME ? [path.join(SPARK_HOME, 'bin')] : PATH.split(path.delimiter);
  const program = folders.map(folder => path.resolve(folder, PROGRAM)).find(isProgram);
  if (program === undefined) {
    const where = SPARK_HOME ? `in SPARK_HOME, ${SPARK_HOME}` : 'in PATH';
    throw new SparkError(
      `The Spark engine needs ${PROGRAM}, and there is none ${where}: install Spark, or set SPARK_HOME.`
    );
  }
  const python = path.join(path.dirname(program), 'python3');
  const isOwn = !PYSPARK_PYTHON && existsSync(python);
  return { program, variables: isOwn ? { PYSPARK_PYTHON: python } : {} };
}

/** The settings that hold unless others are given: no port for a user interface, no bar in the logs. */
const SETTINGS: Readonly<Record<string, string>> = {
  'spark.ui.enabled': 'false',
  'spark.ui.showConsoleProgress': 'false'
};

/** The arguments with which `spark-submit` runs `script`, which gets `argument`, and sends `file` to executors. */
export function submitArguments(
  { master, conf = {} }: SparkOptions,
  { script, file, argument }: Readonly<Record<'script' | 'file' | 'argument', string>>
): readonly string[] {
  const settings = Object.entries({ ...SETTINGS, ...conf });
  return [
    ...['--master', master, '--deploy-mode', 'client', '--name', 'kernelscope offline-analyse'],
    ...settings.flatMap(([name, value]) => ['--conf', `${name}=${value}`]),
    ...['--files', file, script, argument]
  ];
}

/** The Node that the executors start. */
export function executorNode({ master, node }: SparkOptions): string {
  return node ?? (master.startsWith('local') ? process.execPath : 'node');
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
