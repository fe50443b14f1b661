import { spawn } from 'node:child_process';
import {
  closeSync,
  createWriteStream,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync
} from 'node:fs';
import { holdWhileRunning } from './lock.mjs';
import { networkFault } from './networkFault.mjs';
import { at, root } from './paths.mjs';
import { StepError } from './stepError.mjs';

const HEARTBEAT_MS = 30_000;
const ENDING_MS = 10_000;
const TAIL_LINES = 25;

const seconds = sinceMs => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

/** Says on one line that a step had nothing to do. */
export const sayUpToDate = title => console.log(`✓ ${title} (up to date)`);

/**
 * Starts a program and resolves with its exit code; `ENOENT` and the like resolve with -1, after
 * `onFault` was told why. The locks that the caller holds stay held until the program has ended, even if this process
 * ends before.
 */
export function exitCodeOf([command, ...args], options) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, ...options });
    const endHold = holdWhileRunning(child.pid);
    const end = code => {
      endHold();
      resolve(code);
    };
    child.on('error', error => {
      options.onFault?.(`${command} did not start: ${error.message}\n`);
      end(-1);
    });
    child.on('close', code => end(code ?? -1));
    options.onStart?.(child);
  });
}

function heartbeat(title, startedMs) {
  return setInterval(() => console.log(`  … ${title}, ${seconds(startedMs)}`), HEARTBEAT_MS);
}

const tailOf = text => text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');

/**
 * Runs one program: its output goes to `.build/logs/<name>.log`, and a failure prints the end of the
 * log and throws a `StepError` with the cure. Where the program `downloads` and could not, the error says
 * so, and that is all.
 */
export async function runLogged({ name, title, command, cure, downloads, cwd = root, env = {} }) {
  mkdirSync(at('.build', 'logs'), { recursive: true });
  const logPath = at('.build', 'logs', `${name}.log`);
  const log = createWriteStream(logPath);
  const code = await exitCodeOf(command, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command[0].endsWith('.cmd'),
    onStart: child => [child.stdout, child.stderr].forEach(s => s.pipe(log, { end: false })),
    onFault: text => log.write(text)
  });
  await new Promise(resolve => log.end(resolve));
  if (code === 0) return;
  const text = readFileSync(logPath, 'utf8');
  const fault = downloads ? networkFault(text) : undefined;
  if (fault === undefined) console.error(tailOf(text));
  const reason = fault === undefined ? '' : `: no connection, ${fault}`;
  throw new StepError(`${title} failed${reason} (log: .build/logs/${name}.log)`, cure);
}

/** Does one long step: a line says that it began, one every 30 s that it is alive, one how long it took. */
export async function announce(title, work) {
  const startedMs = Date.now();
  console.log(`• ${title} …`);
  const timer = heartbeat(title, startedMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  console.log(`✓ ${title} (${seconds(startedMs)})`);
}

/** Runs one program as one long step; see `runLogged` and `announce`. */
export const runStep = step => announce(step.title, () => runLogged(step));

/** Ends `child` when it has run for `limitMs`, by force where it does not end in order. */
function endAfter(limitMs, child) {
  const ending = setTimeout(() => child.kill('SIGTERM'), limitMs);
  const killing = setTimeout(() => child.kill('SIGKILL'), limitMs + ENDING_MS);
  // one that did not start has no exit
  for (const end of ['exit', 'error']) child.on(end, () => [ending, killing].forEach(clearTimeout));
}

/**
 * Runs a program beside others: its output goes to `.build/logs/<name>.log` and is shown whole when it
 * ends, or what `shown` makes of it; resolves with the exit code. One that goes on beyond `limitMs` is ended, and
 * has failed.
 *
 * @param {{ name: string, command: string[], env?: Record<string, string>, limitMs: number,
 *   shown?: (output: string) => string }} program
 * @returns {Promise<number>}
 */
export async function runBeside({ name, command, env = {}, limitMs, shown = output => output }) {
  mkdirSync(at('.build', 'logs'), { recursive: true });
  const logPath = at('.build', 'logs', `${name}.log`);
  const log = openSync(logPath, 'w');
  const startedMs = Date.now();
  const timer = heartbeat(name, startedMs);
  const code = await exitCodeOf(command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
    onStart: child => endAfter(limitMs, child),
    onFault: text => writeSync(log, text)
  });
  clearInterval(timer);
  closeSync(log);
  process.stdout.write(
    `\n• ${name} (${seconds(startedMs)})\n${shown(readFileSync(logPath, 'utf8'))}`
  );
  return code;
}

/** Runs a program with its output shown as it comes; resolves with the exit code. */
export const runVisibly = (command, env = {}, cwd = root) =>
  exitCodeOf(command, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
