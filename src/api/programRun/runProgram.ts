import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadProfile } from '../loadProfile';
import type { FinishedProfile } from '../finishedProfile';
import type { RecordingOptions } from '../recordingOptions';
import { forwardSignals } from './forwardSignals';
import { programCommand } from './programCommand';
import type { RunRequest } from './runRequest';
import { RUN_VARIABLE } from './runRequest';

/** A Node program to run. */
export interface Program {
  /** A JavaScript or TypeScript file. */
  readonly file: string;
  readonly args: readonly string[];
}

/** How a program is run. */
export interface ProgramRunOptions {
  /** What to record; null runs it unrecorded. */
  readonly recording: Partial<RecordingOptions> | null;
  /** See `RunRequest.repetition`. */
  readonly repetition: number;
  /** Whether its output is held back, and shown only if it fails; it then has no input. */
  readonly isHeld: boolean;
}

/** How the run of a program went. */
export interface ProgramRun {
  /** Its exit code; of one that a signal ended 128 + the number of the signal, as shells have it. */
  readonly code: number;
  /** The profile; null when there is none. */
  readonly profile: FinishedProfile | null;
}

/**
 * Runs a program in a process of its own and waits for its end. Input, output and signals are those of
 * this process.
 *
 * @throws ProgramError for what is no program; ProfileFileError when its profile cannot be read
 */
export async function runProgram(
  program: Program,
  options: ProgramRunOptions
): Promise<ProgramRun> {
  const command = programCommand(program.file);
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-run-'));
  try {
    const file = join(folder, 'profile.kscope');
    const args = [...command, ...program.args];
    const env = environment(program, options, file);
    const code = await launch(args, { env, file, isHeld: options.isHeld });
    return { code, profile: existsSync(file) ? loadProfile(file) : null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function environment(
  { file: program }: Program,
  { recording, repetition }: ProgramRunOptions,
  file: string
): NodeJS.ProcessEnv {
  if (recording === null) return process.env;
  const request: RunRequest = {
    options: { name: basename(program), ...recording },
    file,
    repetition
  };
  return { ...process.env, [RUN_VARIABLE]: JSON.stringify(request) };
}

/** Bytes of held output that are shown of a run that failed: the last ones. */
const HELD_BYTES = 1 << 20;

interface Launch extends Pick<ProgramRunOptions, 'isHeld'> {
  readonly env: NodeJS.ProcessEnv;
  /** Where the profile is to be. */
  readonly file: string;
}

function launch(args: readonly string[], { env, file, isHeld }: Launch): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env,
      stdio: isHeld ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    });
    const release = forwardSignals(child, file);
    let held = Buffer.alloc(0);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        held = Buffer.concat([held, bytes]).subarray(-HELD_BYTES);
      });
    }
    child.once('error', error => {
      release();
      reject(error);
    });
    child.once('close', (code, signal) => {
      release();
      const result = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
      if (result !== 0) process.stderr.write(held);
      resolve(result);
    });
  });
}
