import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FinishedProfile, loadProfile } from 'kernelscope';
import { expect, test } from 'vitest';
import { isNight } from '../support/tiers';
import { expectEveryView, expectSound } from './everyView';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = path.join(REPOSITORY, 'src', 'bin', 'kernelscope.cjs');
const PROGRAMS = fileURLToPath(new URL('./programs', import.meta.url));

/** The Node under test. */
export const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

/** The file of an installed package, for a program or its arguments. */
export const installed = (...words: readonly string[]): string =>
  path.join(REPOSITORY, 'node_modules', ...words);

/** A signal for a running program. */
export interface WildSignal {
  /** It is sent as soon as the program has written this. */
  readonly after: string;
  readonly signal: NodeJS.Signals;
  /** Whether all in the terminal get it, as from Ctrl + C, or only what was started. */
  readonly to: 'group' | 'started';
}

/** A program that must do the same by itself as under `kernelscope run`. */
export interface WildProgram {
  /** What it does, after "a program that". */
  readonly title: string;
  /** Names of what it needs of `test/wild/programs`: files, or folders with all that is in them. */
  readonly copied?: readonly string[];
  /** More files, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The program and its arguments; `node` is followed by flags of Node. */
  readonly args: readonly string[];
  /** Flags with which Node runs it by itself, such as those of a compiler that `kernelscope run` finds. */
  readonly bareFlags?: readonly string[];
  /** Options of `kernelscope run`. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly signals?: readonly WildSignal[];
  /** Descriptors that it is given besides the three usual ones; each is a file. */
  readonly descriptors?: readonly number[];
  /** Messages that it is sent at its start, by a program that has forked it; what it sends is compared. */
  readonly messages?: readonly unknown[];
  /** Makes equal what differs from one time to the next, such as the numbers of processes. */
  readonly steady?: (text: string) => string;
  /** Statuses that the profile may have; `complete`, or `error` after another exit code, unless given. */
  readonly status?: readonly string[];
  /** Whether its profile is opened in every view on every change, and not at night alone. */
  readonly hasViews?: boolean;
  /** What else is expected. */
  readonly expects?: (ran: RecordedRun) => void;
  /** Why Node cannot run it; null if it can. */
  readonly skipped?: boolean;
}

/** What can be seen of a program from outside. */
export interface WildRun {
  readonly out: string;
  readonly err: string;
  /** Of one that a signal has ended, as shells have it. */
  readonly code: number;
  readonly messages: readonly unknown[];
  /** All files that it has left, and those of its descriptors, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** A program under the profiler, and its profile. */
export interface RecordedRun extends WildRun {
  readonly profile: FinishedProfile;
}

/** Runs a program by itself and recorded, beside each other; both must do the same. */
export async function expectAsBare(program: WildProgram): Promise<RecordedRun> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kernelscope-wild-')));
  try {
    const saved = path.join(folder, 'saved.kscope');
    const run = [COMMAND, 'run', '-q', ...(program.options ?? []), '-o', saved];
    const [bare, recorded] = await Promise.all([
      runIn(path.join(folder, 'bare'), { flags: program.bareFlags ?? [], isBare: true }, program),
      runIn(path.join(folder, 'recorded'), { flags: run, isBare: false }, program)
    ]);
    expect(recorded).toEqual(bare);
    const ran = { ...recorded, profile: loadProfile(saved) };
    const { status = [recorded.code === 0 ? 'complete' : 'error'], expects, hasViews } = program;
    expect(status).toContain(ran.profile.data.meta.status);
    expectSound(ran.profile.data);
    expects?.(ran);
    if (hasViews ?? isNight) await expectEveryView(saved);
    return ran;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A function by which Node calls back while anything follows callbacks, as waits are: the guide says so. */
const VIA_HOOKS = /^ +at .*callbackTrampoline \(node:internal\/async_hooks.*\n/gm;

/** A test for each program. */
export function testPrograms(programs: readonly WildProgram[]): void {
  for (const program of programs) {
    test.skipIf(program.skipped === true)(program.title, async () => {
      await expectAsBare(program);
    });
  }
}

async function runIn(
  folder: string,
  { flags, isBare }: { readonly flags: readonly string[]; readonly isBare: boolean },
  program: WildProgram
): Promise<WildRun> {
  const place = path.join(folder, 'place');
  mkdirSync(place, { recursive: true });
  for (const name of program.copied ?? []) {
    cpSync(path.join(PROGRAMS, name), path.join(place, name), { recursive: true });
  }
  for (const [name, text] of Object.entries(program.files ?? {})) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), text);
  }
  const steady = (text: string): string =>
    (program.steady ?? (same => same))(
      text.replaceAll(folder, '<folder>').replaceAll(VIA_HOOKS, '')
    );
  const [file, ...args] = program.args;
  const words = isBare ? args : ['--', ...args];
  const named = isBare && file === 'node' ? [] : [file];
  const seen = await watched(start(folder, [...flags, ...named, ...words], program), program);
  const { out, err, code, messages } = seen;
  return { out: steady(out), err: steady(err), code, messages, files: filesIn(folder, steady) };
}

/** Starts it in a group of its own, with a shell's environment. */
function start(folder: string, args: readonly string[], program: WildProgram): ChildProcess {
  const { descriptors = [], env, messages } = program;
  const files = descriptors.map(number => openSync(path.join(folder, `descriptor-${number}`), 'w'));
  const most = Math.max(2, ...descriptors);
  const stdio = Array.from({ length: most + 1 }, (_, number) => {
    const at = descriptors.indexOf(number);
    return number < 3 ? 'pipe' : at < 0 ? 'ignore' : files[at];
  });
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_|TEST$|KERNELSCOPE)/.test(name)
  );
  const child = spawn(NODE, [...args], {
    cwd: path.join(folder, 'place'),
    detached: true,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: messages === undefined ? stdio : [...stdio, 'ipc']
  });
  files.forEach(closeSync);
  return child;
}

function watched(
  child: ChildProcess,
  { input = '', signals = [], messages = [] }: WildProgram
): Promise<Omit<WildRun, 'files'>> {
  return new Promise((resolve, reject) => {
    let [out, err] = ['', ''];
    const got: unknown[] = [];
    const waiting = [...signals];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      while (waiting.length > 0 && out.includes(waiting[0].after)) send(child, waiting.shift());
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('message', message => got.push(message));
    for (const message of messages) child.send(message as object);
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const asShell = signal === null ? (code ?? -1) : 128 + constants.signals[signal];
      resolve({ out, err, code: asShell, messages: got });
    });
  });
}

function send({ pid = 0 }: ChildProcess, sent: WildSignal | undefined): void {
  if (sent !== undefined) process.kill(sent.to === 'group' ? -pid : pid, sent.signal);
}

function filesIn(folder: string, steady: (text: string) => string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  const files = names.filter(name => statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(
    files.map(name => [name, steady(readFileSync(path.join(folder, name), 'utf8'))])
  );
}
