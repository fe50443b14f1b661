import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

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
export class LastLines {
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
