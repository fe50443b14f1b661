import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, accessSync, constants, existsSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf, KernelscopeError } from '../../../base/errors';

/** The files that are submitted. */
export interface SparkFiles {
  /** The program of the driver. */
  readonly script: string;
  /** The reader that executors start. */
  readonly reader: string;
}

/** A message from the driver. */
interface Reply {
  readonly result?: unknown;
  readonly error?: string;
  /** Something of a result that comes before its end. */
  readonly part?: unknown;
}

/** The callbacks of a call under way. */
interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onPart: (part: unknown) => void;
}

/** How long Spark may take to end before it is killed, milliseconds. */
const END_MS = 10_000;

/** Tells the user of something that needs no error. */
const warn = (message: string): void => process.emitWarning(message, 'KernelscopeWarning');

/**
 * A program in Spark's driver, which is a process beside this one. They talk through a Unix socket in a folder
 * that only this user can open. The driver ends with this process, however that ends.
 */
export class SparkDriver {
  #waiting: Waiting | null = null;
  #failure: SparkError | null = null;
  #socket: Socket | null = null;

  private constructor(
    private readonly process: ChildProcess,
    private readonly server: Server,
    private readonly folder: string
  ) {}

  /** Submits the driver, and waits until it has got its cluster. @throws SparkError */
  static async start(options: SparkOptions, files: SparkFiles): Promise<SparkDriver> {
    if (process.platform === 'win32') {
      throw new SparkError('The Spark engine needs Linux or macOS.');
    }
    const { program, variables } = findSparkSubmit(process.env);
    const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-spark-'));
    const argument = path.join(folder, 'driver');
    const server = createServer();
    try {
      await once(server.listen(argument), 'listening');
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw new SparkError(`Cannot make a socket in ${folder}: ${messageOf(error)}`);
    }
    const { script, reader: file } = files;
    const child = spawn(program, submitArguments(options, { script, file, argument }), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variables }
    });
    const driver = new SparkDriver(child, server, folder);
    try {
      await driver.#connect();
      return driver;
    } catch (error) {
      await driver.dispose();
      throw error;
    }
  }

  /** Has the driver do something; `onPart` gets what comes before the result. One call after the other. @throws SparkError */
  call(
    call: string,
    parameters: Readonly<Record<string, unknown>>,
    onPart: (part: unknown) => void = () => undefined
  ): Promise<unknown> {
    const socket = this.#socket;
    const failure = this.#failure;
    if (failure) return Promise.reject(failure);
    const reply = this.#next(onPart);
    socket?.write(`${JSON.stringify({ call, ...parameters })}\n`);
    return reply;
  }

  /** Ends the driver, and waits until Spark is gone. Safe to call twice. */
  async dispose(): Promise<void> {
    this.#failure ??= new SparkError('The Spark driver was ended.');
    const { process: child, server, folder } = this;
    const socket = this.#socket;
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (!socket && !hasEnded) child.kill();
    socket?.end();
    server.close();
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    if (!hasEnded) await once(child, 'exit');
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  }

  /** Waits for the first reply, which says that the driver has its cluster. */
  async #connect(): Promise<void> {
    const { process: child, server } = this;
    const output = new LastLines(child, warn);
    child.once('error', error => this.#fail(new SparkError(messageOf(error), { cause: error })));
    child.once('close', () => this.#fail(new SparkError(output.endedText())));
    const reply = this.#next();
    server.once('connection', socket => {
      this.#socket = socket;
      server.close();
      socket.on('error', () => socket.destroy());
      createInterface({ input: socket, crlfDelay: Infinity }).on('line', line => {
        this.#take(JSON.parse(line) as Reply);
      });
    });
    await reply;
  }

  #next(onPart: (part: unknown) => void = () => undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, onPart };
    });
  }

  #take({ result, error, part }: Reply): void {
    const waiting = this.#waiting;
    if (part !== undefined) {
      waiting?.onPart(part);
      return;
    }
    this.#waiting = null;
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new SparkError(error));
  }

  #fail(error: SparkError): void {
    this.#failure ??= error;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(this.#failure);
  }
}

/** Lines kept of what Spark writes; it writes much. */
const KEPT = 200;

/** A line of Spark's own logs: the level and logger after date and time. */
const LOG = /^\S+ \S+ (?<level>[A-Z]+) (?<logger>[\w.$]+): (?<text>.+)$/;

/** Python's and Java's last words. */
const THROWN =
  /^(?:Exception in thread "\S+" )?(?<name>[\w.$]*(?:Error|Exception))(?:: (?<text>.+))?$/;

/** Spark says this every 15 s for as long as its cluster gives it nothing to run on. */
const WAITING = /Initial job has not accepted any resources/;
const WAITING_TEXT =
  'Spark waits for its cluster, which has no free worker with the cores and memory that it asks for.';

/** The last lines that a driver has written, and from them why it has ended. */
class LastLines {
  readonly #lines: string[] = [];
  #hasWaited = false;

  /** `warn` gets a sentence, once, if the driver waits for machines. */
  constructor(
    private readonly process: ChildProcess,
    private readonly warn: (message: string) => void
  ) {
    for (const stream of [process.stdout, process.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream, crlfDelay: Infinity }).on('line', line => this.#add(line));
    }
  }

  /** A sentence about how and, if that is in the logs, why the driver has ended. */
  endedText(): string {
    const { exitCode, signalCode } = this.process;
    if (signalCode !== null) return `The Spark driver was ended by ${signalCode}`;
    const why = this.#lastError() ?? this.#lines.at(-1);
    return `The Spark driver ended with exit code ${exitCode}${why === undefined ? '' : `: ${why}`}`;
  }

  #lastError(): string | undefined {
    const matches = this.#lines.map(line => LOG.exec(line) ?? THROWN.exec(line));
    const errors = matches.filter(match => match && (match.groups?.level ?? 'ERROR') === 'ERROR');
    const last = errors.at(-1)?.groups;
    return last?.text ?? last?.name;
  }

  #add(line: string): void {
    if (!this.#hasWaited && WAITING.test(line)) {
      this.#hasWaited = true;
      this.warn(WAITING_TEXT);
    }
    this.#lines.push(line);
    if (this.#lines.length > KEPT) this.#lines.shift();
  }
}

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
interface SparkSubmit {
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
