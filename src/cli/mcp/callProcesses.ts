import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolName } from './mcpTools';

/** A call of a tool; its arguments were checked against the schema of the tool. */
export interface McpCall {
  readonly tool: ToolName;
  /** A real path. */
  readonly folder: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The answer of a call as clients get it. */
export interface McpAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Bounds of the calls that are answered. */
export interface CallBounds {
  readonly timeMs: number;
  readonly callsAtOnce: number;
}

const CANCELLED: McpAnswer = { text: 'The call was cancelled.', isError: true };

/** Answers calls, each in a process of its own that runs `script`: see `mcpCall.ts`. */
export class CallProcesses {
  readonly #running = new Set<ChildProcess>();
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #isOpen = true;

  constructor(
    private readonly script: string,
    private readonly bounds: CallBounds
  ) {
    this.#free = bounds.callsAtOnce;
  }

  /** The answer of a call, which waits for its turn; an error if it is cancelled, fails or takes too long. */
  async answer(call: McpCall, signal: AbortSignal): Promise<McpAnswer> {
    await this.#turn();
    try {
      return this.#isOpen && !signal.aborted ? await this.#answerInFolder(call, signal) : CANCELLED;
    } finally {
      this.#endTurn();
    }
  }

  /** Ends all processes; calls that wait are cancelled. Safe to call twice. */
  dispose(): void {
    this.#isOpen = false;
    for (const child of this.#running) child.kill('SIGKILL');
  }

  /** The answer of a process with a folder of its own for temporary files. */
  async #answerInFolder(call: McpCall, signal: AbortSignal): Promise<McpAnswer> {
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-mcp-'));
    try {
      return await this.#run(call, { signal, folder });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #run(
    call: McpCall,
    { signal, folder }: { readonly signal: AbortSignal; readonly folder: string }
  ): Promise<McpAnswer> {
    const child = fork(this.script, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, TMPDIR: folder }
    });
    this.#running.add(child);
    return new Promise(resolve => {
      let answer: McpAnswer | null = null;
      const end = (text: string): void => {
        answer ??= { text, isError: true };
        child.kill('SIGKILL');
      };
      const { timeMs } = this.bounds;
      const timer = setTimeout(
        () => end(`The call was stopped because it took longer than ${timeMs / 1000} s.`),
        timeMs
      );
      const cancel = (): void => end(CANCELLED.text);
      const settle = (text: string): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        this.#running.delete(child);
        resolve(answer ?? { text, isError: true });
      };
      signal.addEventListener('abort', cancel, { once: true });
      child.once('message', (received: McpAnswer) => void (answer ??= received));
      child.once('error', () => settle('The call failed: no process could be started for it.'));
      child.once('close', (code, killed) => settle(endedText(code, killed)));
      child.send(call, () => undefined);
    });
  }

  #turn(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}

function endedText(code: number | null, signal: string | null): string {
  const how = signal === null ? `with code ${code ?? 0}` : `by ${signal}`;
  return `The call failed: its process ended ${how} before it had answered. The profile may need more memory than there is.`;
}
