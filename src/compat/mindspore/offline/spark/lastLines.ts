import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Lines kept of what Spark writes; it writes much. */
const KEPT = 200;

/** A line of Spark's own logs: the level and logger after date and time. */
const LOG = /^\S+ \S+ (?<level>[A-Z]+) (?<logger>[\w.$]+): (?<text>.+)$/;

/** Python's and Java's last words. */
const THROWN =
  /^(?:Exception in thread "\S+" )?(?<name>[\w.$]*(?:Error|Exception))(?:: (?<text>.+))?$/;

/** The last lines that a driver has written, and from them why it has ended. */
export class LastLines {
  private readonly lines: string[] = [];

  constructor(private readonly process: ChildProcess) {
    for (const stream of [process.stdout, process.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream, crlfDelay: Infinity }).on('line', line => this.add(line));
    }
  }

  /** A sentence about how and, if that is in the logs, why the driver has ended. */
  endedText(): string {
    const { exitCode, signalCode } = this.process;
    const how = signalCode === null ? `with exit code ${exitCode}` : `by signal ${signalCode}`;
    const why = this.reason();
    return `The Spark driver ended ${how}${why === null ? '' : `: ${why}`}`;
  }

  private reason(): string | null {
    const matches = this.lines.map(line => LOG.exec(line) ?? THROWN.exec(line));
    const errors = matches.filter(match => match && (match.groups?.level ?? 'ERROR') === 'ERROR');
    const last = errors.at(-1)?.groups;
    return last?.text ?? last?.name ?? this.lines.at(-1) ?? null;
  }

  private add(line: string): void {
    this.lines.push(line);
    if (this.lines.length > KEPT) this.lines.shift();
  }
}
