import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, root } from './paths.mjs';
import { isStillRunning, startOf } from './processes.mjs';

const LOCKS = at('.build', 'locks');
const POLL_MS = 100;

/** What renaming a folder onto one with files fails with. */
const TAKEN = process.platform === 'win32' ? ['EPERM', 'EACCES'] : ['ENOTEMPTY', 'EEXIST'];

/** The folders of the locks that the code which runs holds, the first taken first. */
const held = new AsyncLocalStorage();

/**
 * Who holds a lock: the host and the processes, which are the one that took it and the programs that this has started
 * since; undefined if nobody does.
 */
function readHolders(folder) {
  try {
    const { id, host } = JSON.parse(readFileSync(join(folder, 'holder.json'), 'utf8'));
    const pids = readdirSync(folder).filter(name => /^\d+$/.test(name));
    const processes = pids.map(pid => [Number(pid), readFileSync(join(folder, pid), 'utf8')]);
    return { id, host, processes };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The processes that hold a lock and run; those of another host are taken to run. */
const running = ({ host, processes }) =>
  host === hostname() ? processes.filter(each => isStillRunning(...each)) : processes;

/** Does what fails without harm where somebody has deleted the lock. */
function ifThere(work) {
  try {
    work();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Removes a folder in one go: what is left where this ends too early is no lock. */
function removeAtOnce(folder) {
  const away = `${folder}.${randomUUID()}`;
  ifThere(() => renameSync(folder, away));
  rmSync(away, { recursive: true, force: true });
}

/** Removes a lock whose holders have ended, unless another process has done so and holds it now. */
async function removeAbandoned(folder, id) {
  const breaking = `${folder}.break`;
  await take(breaking, () => {});
  try {
    if (readHolders(folder)?.id === id) removeAtOnce(folder);
  } finally {
    removeAtOnce(breaking);
  }
}

function tryTake(prepared, folder) {
  try {
    renameSync(prepared, folder);
    return true;
  } catch (error) {
    if (!TAKEN.includes(error.code)) throw error;
    return false;
  }
}

/** Takes the lock `folder`: it appears with all that it says, and only where it is not there. */
async function take(folder, onWait) {
  const id = randomUUID();
  const prepared = `${folder}.${id}`;
  mkdirSync(prepared, { recursive: true });
  writeFileSync(join(prepared, 'holder.json'), JSON.stringify({ id, host: hostname() }));
  writeFileSync(join(prepared, `${process.pid}`), startOf(process.pid) ?? '');
  while (!tryTake(prepared, folder)) {
    const holders = readHolders(folder);
    if (holders === undefined) continue;
    const processes = running(holders);
    if (processes.length === 0) {
      await removeAbandoned(folder, holders.id);
    } else {
      onWait({ ...holders, processes });
      await sleep(POLL_MS);
    }
  }
}

function waitingLine(name, folder, { host, processes }) {
  const pids = processes.map(([pid]) => pid).join(', ');
  const place = host === hostname() ? '' : ` on ${host}`;
  const cure = host === hostname() ? '' : ` (if it has ended, delete ${relative(root, folder)})`;
  return `• Waiting for process ${pids}${place}, which does the same (${name})${cure}`;
}

/** Says once for whom this process waits; nothing while it waits for itself. */
function sayOnce(name, folder, say) {
  let isSaid = false;
  return holders => {
    const isOwn = holders.processes.some(([pid]) => pid === process.pid);
    if (isSaid || (isOwn && holders.host === hostname())) return;
    isSaid = true;
    say(waitingLine(name, folder, holders));
  };
}

/**
 * Does `work` while nobody else who asks for the lock `name` does, in this process or another. A lock whose holder has
 * ended in any way is free again as soon as the programs that the holder had started have ended too. Code that holds
 * a lock may ask for it again.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {{ locks?: string, say?: (line: string) => void }} options the folder of the locks, and who is told of waiting
 * @returns {Promise<T>}
 */
export async function withLock(name, work, { locks = LOCKS, say = console.log } = {}) {
  const folder = join(locks, name);
  const outer = held.getStore() ?? [];
  if (outer.includes(folder)) return work();
  mkdirSync(dirname(folder), { recursive: true });
  await take(folder, sayOnce(name, folder, say));
  try {
    return await held.run([...outer, folder], work);
  } finally {
    removeAtOnce(folder);
  }
}

/**
 * Enters a program that was just started in the locks that its starter holds, which are then held until it has ended.
 * Returns what takes it out again.
 *
 * @param {number | undefined} pid none where the program could not be started
 */
export function holdWhileRunning(pid) {
  const folders = pid === undefined ? [] : (held.getStore() ?? []);
  const files = folders.map(folder => join(folder, `${pid}`));
  files.forEach(file => ifThere(() => writeFileSync(file, startOf(pid) ?? '')));
  return () => files.forEach(file => rmSync(file, { force: true }));
}
