import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Where the state and the start of a process are, after its name, in Linux's `/proc/PID/stat`. */
const STATE = 0;
const STARTED = 19;

function startOnLinux(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 'ZX'.includes(fields[STATE]) ? undefined : fields[STARTED];
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function startElsewhere(pid) {
  if (!exists(pid)) return undefined;
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`], {
    encoding: 'utf8'
  });
  return status === 0 ? stdout.trim() : '';
}

/**
 * When a process began, in a form that only comparing makes sense of: a number that another process has got since
 * began at another time. Undefined if no process of this number runs, empty where the system does not say.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
export const startOf = pid =>
  process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);

/**
 * Whether the process of this number that began at `start` still runs.
 *
 * @param {number} pid
 * @param {string} start as `startOf` gave it
 */
export function isStillRunning(pid, start) {
  const now = startOf(pid);
  return now !== undefined && (start === '' || now === '' || now === start);
}
