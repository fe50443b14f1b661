import { type ChildProcess, spawn } from 'node:child_process';
import { KernelscopeError } from 'kernelscope';
import { removeMagic } from 'kernelscope/settings';
import type { CellOutcome } from '../cells/cellRun';
import type { Display } from '../requests/display';
import type { CellRequest } from '../requests/executeRequest';
import { runRest } from './lineCode';
import { magicFailure } from './magicFailure';
import type { MagicSession } from './magicSession';

/** A command of the system did not end well; its own output says why. */
export class CommandError extends KernelscopeError {}

/** Time that a stopped command has before it is killed, milliseconds. */
const GRACE_MS = 1000;

/** Windows has no groups of processes to send signals to. */
const HAS_GROUPS = process.platform !== 'win32';

/**
 * `%sh`, `%npm` and, with null, `%%sh`: runs a script by the shell of the system, with its output in that of the
 * cell, then the code below the line. A script that does not end well fails the cell; an interrupt ends the script
 * with all that it has started.
 */
export async function runShell(
  session: MagicSession,
  request: CellRequest,
  script: string | null
): Promise<CellOutcome> {
  const command = new ShellCommand(script ?? removeMagic(request.source), session.display);
  const ended: { failure: string | null } = { failure: null };
  try {
    const outcome = await session.executor.show(
      null,
      () => command.run(),
      failure => (ended.failure = failure)
    );
    if (outcome.status !== 'ok') return outcome;
  } finally {
    command.stop();
  }
  if (ended.failure !== null) return magicFailure(new CommandError(ended.failure));
  return script === null ? { status: 'ok' } : runRest(session, request);
}

/** One run of a script. */
class ShellCommand {
  readonly #script: string;
  readonly #display: Pick<Display, 'write'>;
  #child: ChildProcess | null = null;

  constructor(script: string, display: Pick<Display, 'write'>) {
    this.#script = script;
    this.#display = display;
  }

  /** Runs it to its end; how it ended, or null if it ended well. Rejects where there is no shell. */
  run(): Promise<string | null> {
    const child = spawn(this.#script, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: HAS_GROUPS
    });
    this.#child = child;
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8');
      child[name].on('data', (text: string) => this.#display.write(name, text));
    }
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        this.#child = null;
        resolve(code === 0 ? null : `The command ended with ${endOf(code, signal)}`);
      });
    });
  }

  /** Ends it if it is under way. */
  stop(): void {
    const child = this.#child;
    if (child === null) return;
    signalGroup(child, 'SIGTERM');
    setTimeout(() => {
      if (this.#child !== null) signalGroup(child, 'SIGKILL');
    }, GRACE_MS).unref();
  }
}

function endOf(code: number | null, signal: string | null): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (HAS_GROUPS && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended by itself.
  }
}
