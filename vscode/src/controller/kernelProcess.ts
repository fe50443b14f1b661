import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  BoundedLines,
  type BridgeCommand,
  type BridgeEvent,
  MAX_LINE_BYTES,
  readEvent
} from './bridgeMessages';

/** What a process wrote to its standard error last, and is kept of it, characters. */
const MAX_ERROR_CHARACTERS = 4000;

/** How long a kernel has for its end, before its process is killed. */
const STOP_LIMIT_MS = 10_000;

export interface KernelStart {
  /** A path, or the name of a program on `PATH`. */
  readonly python: string;
  /** The path of `kernel_bridge.py`. */
  readonly script: string;
  /** The folder that cells run in. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ProcessEnd {
  /** False where Python could not be started at all. */
  readonly hasStarted: boolean;
  /** The last that it, or the kernel, wrote to its standard error. */
  readonly errors: string;
}

/** Who hears of a {@link KernelProcess}. */
export interface KernelListener {
  onEvent(event: BridgeEvent): void;
  /** Called once, after the last event. */
  onEnd(end: ProcessEnd): void;
}

/** A process that can be spoken to as `kernel_bridge.py` can. */
export interface KernelLine {
  send(command: BridgeCommand): void;
  /** Ends the kernel, and resolves when the process is gone. */
  dispose(): Promise<void>;
}

/** A Python that runs one kernel: no shell is involved in its start. */
export class KernelProcess implements KernelLine {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  #errors = '';

  constructor({ python, script, folder, env }: KernelStart, listener: KernelListener) {
    const child = spawn(python, ['-u', script], { cwd: folder, env: { ...env }, shell: false });
    this.#child = child;
    const lines = new BoundedLines(MAX_LINE_BYTES, line => {
      const event = line === null ? null : readEvent(line);
      if (event !== null) listener.onEvent(event);
    });
    child.stdout.on('data', (bytes: Uint8Array) => lines.add(bytes));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-MAX_ERROR_CHARACTERS);
    });
    // written to a process that has just ended
    child.stdin.on('error', () => undefined);
    this.#ended = new Promise(resolve => {
      const end = (hasStarted: boolean): void => {
        listener.onEnd({ hasStarted, errors: this.#errors });
        resolve();
      };
      child.once('error', () => child.pid === undefined && end(false));
      child.once('close', () => child.pid !== undefined && end(true));
    });
  }

  send(command: BridgeCommand): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${JSON.stringify(command)}\n`);
  }

  async dispose(): Promise<void> {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.#ended;
    clearTimeout(timer);
  }
}
