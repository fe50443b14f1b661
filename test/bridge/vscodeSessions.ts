import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { RecordingProgress } from '../../src/model';
import { KernelProcess } from '../../vscode/src/controller/kernelProcess';
import { KernelSession, type StartFailure } from '../../vscode/src/controller/kernelSession';
import { type ShownOutput, ShownTestCell } from '../support/shownCells';
import { KERNEL_FOLDER } from './kernelProcess';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The Python that has what runs kernels. */
export const PYTHON = at('.venv/bin/python');
const SCRIPT = at('vscode/python/kernel_bridge.py');

/** How long what kernels do is waited for. */
export const WAIT = { timeout: 60_000, interval: 50 };

/** What a session said to the user. */
export interface Heard {
  readonly failures: StartFailure[];
  readonly deaths: string[];
  readonly progress: (RecordingProgress | null)[];
  readonly prompts: string[];
}

/** A session of the kernel that was built, what it says, and what the user answers to its next questions. */
export interface OpenSession {
  readonly session: KernelSession<ShownOutput>;
  readonly heard: Heard;
  readonly answers: (string | null)[];
}

/** What the tests of a file use. */
export interface UsedSessions {
  /** The folder that cells run in. */
  readonly folder: string;
  /** The folder in which kernels have their sockets, each in a folder of its own. */
  readonly sockets: string;
  /** Opens a session, which ends with the tests of the file; a question without an answer is never answered. */
  open(python?: string): OpenSession;
  /** Ends all sessions, and looks that nothing of them is left. */
  end(): Promise<void>;
}

/** Sessions as VS Code has them, with real kernels, for the tests of a file; with `isShared` they outlive each. */
export function useSessions({ isShared = false } = {}): UsedSessions {
  let home = '';
  const open: KernelSession<ShownOutput>[] = [];
  const used: UsedSessions = {
    get folder() {
      return home;
    },
    get sockets() {
      return join(home, 'sockets');
    },
    open(python = PYTHON) {
      const heard: Heard = { failures: [], deaths: [], progress: [], prompts: [] };
      const answers: (string | null)[] = [];
      const env = {
        ...process.env,
        JUPYTER_PATH: join(home, 'jupyter'),
        TMPDIR: used.sockets,
        KERNELSCOPE_NODE: process.env['KERNELSCOPE_NODE'] ?? process.execPath
      };
      const session = new KernelSession<ShownOutput>({
        start: listener =>
          new KernelProcess({ python, script: SCRIPT, folder: home, env }, listener),
        ask: prompt => {
          heard.prompts.push(prompt);
          const answer = answers.shift();
          return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer);
        },
        onProgress: (_, progress) => heard.progress.push(progress),
        onStart: () => undefined,
        onFailure: failure => heard.failures.push(failure),
        onDeath: sentence => heard.deaths.push(sentence)
      });
      open.push(session);
      return { session, heard, answers };
    },
    async end() {
      await Promise.all(open.splice(0).map(session => session.dispose()));
      expect(readdirSync(used.sockets), 'folders of kernels').toEqual([]);
    }
  };
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'kernelscope-session-'));
    mkdirSync(join(home, 'jupyter', 'kernels'), { recursive: true });
    mkdirSync(used.sockets);
    symlinkSync(KERNEL_FOLDER, join(home, 'jupyter', 'kernels', 'kernelscope'));
  });
  if (!isShared) afterEach(() => used.end());
  afterAll(async () => {
    await used.end();
    rmSync(home, { recursive: true, force: true });
  });
  return used;
}

/** Runs cells to their end, named by their place. */
export async function runCells(
  session: KernelSession<ShownOutput>,
  ...codes: readonly string[]
): Promise<ShownTestCell[]> {
  const cells = codes.map((_, index) => new ShownTestCell(`cell-${index}`));
  session.run(codes.map((code, index) => cells[index].request(code)));
  await Promise.all(cells.map(cell => cell.ended));
  return cells;
}
