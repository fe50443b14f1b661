import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { messageOf } from '../base/errors';
import { salvageProfile } from '../model/validate/validate';
import { loadProfile } from '../engine/results/loadProfile';
import { RecordedProfile } from '../engine/results/recordedProfile';
import { collectMembers } from '../engine/members/launched/collectMembers';
import { membersFolder } from '../engine/members/launched/memberFiles';
import type { RecordingOptions } from '../engine/arguments/recordingOptions';
import { joinMembers } from '../engine/members/joinMembers';
import { HEARING_MS, PASSED_SIGNALS, isHeard, noteSignal, receivedFile } from './passedSignals';
import { type ForkChannel, furtherDescriptors } from './passedOn';
import { programCommand } from './programCommand';
import { RUN_VARIABLE, type RunRequest } from './runRequest';
import type { SharedInput } from './sharedInput';

/** A Node program to run. */
export interface Program {
  /** A JavaScript or TypeScript file. */
  readonly file: string;
  readonly args: readonly string[];
}

/** Options for running a program. */
export interface ProgramRunOptions {
  /** The recording options; null runs it unrecorded. */
  readonly recording: Partial<RecordingOptions> | null;
  /** The file of the recording while it runs; null for a temporary place of this process. */
  readonly liveFile: string | null;
  /** See `RunRequest.repetition`. */
  readonly repetition: number;
  /** Whether its output is held back, and shown only if it fails. */
  readonly isHeld: boolean;
  /**
   * The input that it has with other runs, the last of which is not held; null for that of this
   * process, or none if it is held.
   */
  readonly input: SharedInput | null;
  /** The channel that it has to what has forked this process, in the last run alone; null for none. */
  readonly channel: ForkChannel | null;
}

/** The result of running a program. */
export interface ProgramRun {
  /** Its exit code; of one that a signal ended 128 + the number of the signal, as shells have it. */
  readonly code: number;
  /** The signal that ended it; null when none did. */
  readonly signal: NodeJS.Signals | null;
  /** The profile; null when there is none. */
  readonly profile: RecordedProfile | null;
}

/**
 * Runs a program in a separate process and waits for its end. Input, output and signals are those of
 * this process.
 *
 * @throws ProgramError for a file that is not a program; ProfileFileError if its profile cannot be
 * read; SharedInputError if it cannot be given `input`
 */
export async function runProgram(
  program: Program,
  options: ProgramRunOptions
): Promise<ProgramRun> {
  const command = programCommand(program.file, options.recording !== null);
  const folder = makeFolder();
  try {
    const file = join(folder, 'profile.kscope');
    const { isHeld, input, liveFile, channel } = options;
    const place: RunPlace = { file, liveFile: liveFile ?? join(folder, 'live.kscope') };
    const args = [...command, ...program.args];
    const env = environment(program, options, place);
    const { pid, ...ended } = await launch(args, { env, file, isHeld, input, channel });
    const own = options.recording && profileOf(place, pid);
    const hasMembers = options.recording?.workers !== false;
    return { ...ended, profile: own && hasMembers ? await withMembers(own, file) : own };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A new folder: where temporary files belong, or where there is room if the program's environment names no such place. */
function makeFolder(): string {
  const name = 'kernelscope-run-';
  for (const place of [tmpdir(), '/tmp']) {
    try {
      return mkdtempSync(join(place, name));
    } catch {
      // the next may have room
    }
  }
  return mkdtempSync(resolve(name));
}

type RunPlace = Pick<RunRequest, 'file' | 'liveFile'>;

/** The profile that a program left; if that cannot be read, or it was killed, the recording kept so far. */
function profileOf({ file, liveFile }: RunPlace, pid: number | undefined): RecordedProfile | null {
  if (!existsSync(file)) return keptProfile(liveFile, pid);
  try {
    return loadProfile(file);
  } catch (error) {
    const kept = keptProfile(liveFile, pid);
    if (kept === null) throw error;
    const message = `The whole profile cannot be read, so this is what was kept while it ran. ${messageOf(error)}`;
    const report = { source: 'ranges', status: 'partial', message, records: 0 } as const;
    return new RecordedProfile({ ...kept.data, sources: [...kept.data.sources, report] });
  }
}

/** What a program of that number has kept in its live file; null if that is of another one, or none. */
function keptProfile(liveFile: string, pid: number | undefined): RecordedProfile | null {
  if (!existsSync(liveFile)) return null;
  const kept = loadProfile(liveFile);
  return kept.data.meta.pid === pid ? kept : null;
}

/** The profile of the program with those of the threads and processes that it has started. */
async function withMembers(own: RecordedProfile, file: string): Promise<RecordedProfile> {
  const members = await collectMembers(membersFolder(file), own.data.meta.pid);
  return members.report === null
    ? own
    : new RecordedProfile(salvageProfile(joinMembers(own.data, members)));
}

function environment(
  { file: program }: Program,
  { recording, repetition }: ProgramRunOptions,
  place: RunPlace
): NodeJS.ProcessEnv {
  if (recording === null) return process.env;
  const request: RunRequest = {
    options: { name: basename(program), ...recording },
    ...place,
    launch: { signalsFile: place.file, parentPid: process.pid },
    repetition
  };
  return { ...process.env, [RUN_VARIABLE]: JSON.stringify(request) };
}

/** Bytes of held output that are shown of a run that failed: the last ones. */
const HELD_BYTES = 1 << 20;

interface Launch extends Pick<ProgramRunOptions, 'isHeld' | 'input' | 'channel'> {
  readonly env: NodeJS.ProcessEnv;
  /** The path for the profile. */
  readonly file: string;
}

type Ended = Pick<ProgramRun, 'code' | 'signal'> & { readonly pid: number | undefined };

function launch(args: readonly string[], settings: Launch): Promise<Ended> {
  const { env, file, isHeld, input, channel } = settings;
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, args, {
      argv0: process.argv0,
      env: isHeld ? env : { ...env, ...channel?.environment },
      stdio: descriptorsOf(settings)
    });
    // Its other end hears of the program's end only if the program alone has this one.
    if (!isHeld && channel !== null) process.disconnect();
    let failure: Error | null = null;
    const stopFeeding = feed(child, { input, isLast: !isHeld }, error => {
      failure = error;
      child.kill('SIGKILL');
    });
    const stopForwarding = forwardSignals(child, file);
    const release = (): void => {
      stopFeeding();
      stopForwarding();
    };
    const held = holdOutput(child);
    child.once('exit', stopFeeding);
    child.once('error', error => {
      release();
      reject(error);
    });
    child.once('close', (code, signal) => {
      release();
      if (failure !== null) return reject(failure);
      const result = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
      if (result !== 0) process.stderr.write(held());
      settle({ code: result, signal, pid: child.pid });
    });
  });
}

/** What a program's descriptors lead to: further ones to what those of this process lead to. */
function descriptorsOf({ isHeld, input, channel }: Launch): StdioOptions {
  const output = isHeld ? 'pipe' : 'inherit';
  const usual = [input !== null ? 'pipe' : isHeld ? 'ignore' : 'inherit', output, output] as const;
  return [...usual, ...furtherDescriptors(channel, isHeld ? 'ipc' : undefined)];
}

interface Feed extends Pick<ProgramRunOptions, 'input'> {
  readonly isLast: boolean;
}

/** Has a program read `input`, if there is any, until the result is called. */
function feed(
  { stdin }: ChildProcess,
  { input, isLast }: Feed,
  fail: (error: Error) => void
): () => void {
  if (input === null || stdin === null) return () => undefined;
  return input.feed({ target: stdin, isLast, fail });
}

/** Keeps the end of a program's piped output; the returned function returns it. */
function holdOutput({ stdout, stderr }: ChildProcess): () => Buffer {
  let held = Buffer.alloc(0);
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes]).subarray(-HELD_BYTES);
    });
  }
  return () => held;
}

/** Time that a program has after the second Ctrl + C, milliseconds. */
const PATIENCE_MS = 1000;

/**
 * While a program runs, signals are passed to it, once each. A signal to the whole process group, as
 * from Ctrl + C, has already reached it, and the program records that in the file of heard signals.
 * All others are passed on. The second Ctrl + C ends a program that does not respond, at the latest
 * after {@link PATIENCE_MS}. The returned function stops this.
 */
function forwardSignals(child: ChildProcess, profileFile: string): () => void {
  let received = 0;
  let interrupts = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    const number = ++received;
    noteSignal(receivedFile(profileFile), signal);
    const forward = (): void => {
      if (!isHeard(profileFile, number)) child.kill(signal);
    };
    setTimeout(forward, HEARING_MS).unref();
    if (signal === 'SIGINT' && ++interrupts > 1) {
      setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
    }
  };
  for (const signal of PASSED_SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of PASSED_SIGNALS) process.off(signal, onSignal);
  };
}
