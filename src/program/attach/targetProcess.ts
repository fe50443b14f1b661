import { closeSync, openSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import { basename } from 'node:path';
import { codeOf } from '../../base/errors';
import { AttachError } from './attachError';
import { processLink, processText, statusField } from './processTable';

/** A running Node process that a signal asks to open its inspector. */
export interface TargetProcess {
  readonly pid: number;
  /** Its working folder. */
  readonly folder: string;
  /** The words of its command line. */
  readonly words: readonly string[];
  /** The ports that its inspector would use, most likely first; 0 for any that is free. */
  readonly inspectorPorts: readonly number[];
}

/** The port of inspectors, unless a process was started with another. */
const USUAL_PORT = 9229;

/** Only the program Node has this text: a variable of its environment. */
const NODE_TEXT = 'NODE_PENDING_DEPRECATION';

/** Bytes of a program that are looked at together. */
const CHUNK_BYTES = 1 << 22;

/**
 * The facts of a process, which has not been touched.
 *
 * @throws AttachError unless it is a Node process of this machine that answers a signal by opening its inspector
 */
export function findTarget(pid: number): TargetProcess {
  if (process.platform !== 'linux') {
    throw new AttachError(
      `attach works on Linux only: on ${process.platform} it cannot tell whether process ${pid} is Node, and the ` +
        'signal would end any other. Use kernelscope run instead'
    );
  }
  checkProcess(pid);
  checkNode(pid);
  const words = (processText(pid, 'cmdline') ?? '').split('\0').filter(word => word !== '');
  const folder = processLink(pid, 'cwd');
  if (folder === null) throw otherUser(pid);
  return { pid, folder, words, inspectorPorts: inspectorPorts(pid, words) };
}

function checkProcess(pid: number): void {
  if (pid === process.pid) throw new AttachError(`Process ${pid} is kernelscope itself`);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'EPERM') throw otherUser(pid);
    throw new AttachError(`There is no process ${pid}. Look for it with: ps -C node -o pid,args`);
  }
  const leader = statusField(pid, 'Tgid');
  if (leader !== null && leader !== String(pid)) {
    throw new AttachError(`${pid} is a thread of process ${leader}: attach to that`);
  }
  const state = statusField(pid, 'State') ?? '';
  if (state.startsWith('Z')) throw new AttachError(`Process ${pid} has ended already`);
  if (/^[Tt]/.test(state)) {
    throw new AttachError(`Process ${pid} is stopped. Let it go on with: kill -CONT ${pid}`);
  }
}

function checkNode(pid: number): void {
  const executable = processLink(pid, 'exe');
  if (executable === null) throw otherUser(pid);
  if (processLink(pid, 'ns/net') !== processLink(process.pid, 'ns/net')) {
    throw new AttachError(
      `Process ${pid} has a network of its own, as in a container. Run kernelscope in that container, with the pid ` +
        'that the process has there'
    );
  }
  const name = basename(executable.replace(/ \(deleted\)$/, ''));
  if (!isNode(pid)) {
    throw new AttachError(
      `Process ${pid} runs ${name}, not Node; nothing was sent to it. Give the pid of the node process itself: if a ` +
        `tool started it, ps --ppid ${pid} lists what that started`
    );
  }
}

/** Whether the process runs Node, or a program that has Node in it or in its library. */
function isNode(pid: number): boolean {
  const libraries = (processText(pid, 'maps') ?? '').match(/\/\S*\/libnode\.so\S*/g) ?? [];
  // The link leads to the file that runs, even if another is at its path by now.
  return [`/proc/${pid}/exe`, ...new Set(libraries)].some(file => hasText(file, NODE_TEXT));
}

function hasText(file: string, text: string): boolean {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return false;
  }
  try {
    return contains(handle, text);
  } finally {
    closeSync(handle);
  }
}

function contains(handle: number, text: string): boolean {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let read = CHUNK_BYTES;
  for (let at = 0; read === CHUNK_BYTES; at += CHUNK_BYTES - text.length) {
    read = readSync(handle, chunk, 0, CHUNK_BYTES, at);
    if (chunk.subarray(0, read).includes(text)) return true;
  }
  return false;
}

/** Whether the process handles the signal that opens inspectors. It would end any other. */
export function handlesSignal(pid: number): boolean {
  const handled = statusField(pid, 'SigCgt');
  if (handled === null) return false;
  return ((BigInt(`0x${handled}`) >> BigInt(constants.signals.SIGUSR1 - 1)) & 1n) === 1n;
}

/** The last port that options ask for, and the usual one. */
function inspectorPorts(pid: number, words: readonly string[]): readonly number[] {
  const environment = (processText(pid, 'environ') ?? '').split('\0');
  const options = environment.find(each => each.startsWith('NODE_OPTIONS=')) ?? '';
  const given = [...options.slice(options.indexOf('=') + 1).split(/\s+/), ...words];
  const ports = given.flatMap((word, at) => {
    const [, value = given[at + 1]] = /^--inspect(?:-brk|-wait|-port)?(?:=(.*))?$/.exec(word) ?? [
      '',
      ''
    ];
    return /^(?:.*:)?(\d{1,5})$/.exec(value)?.[1] ?? [];
  });
  return [...new Set([...ports.reverse().map(Number), USUAL_PORT])];
}

function otherUser(pid: number): AttachError {
  const [owner] = (statusField(pid, 'Uid') ?? '').split('\t');
  const whose = owner === '' ? 'another user' : `the user with the id ${owner}`;
  const cure = owner === '' ? '' : `: sudo -u '#${owner}' kernelscope attach ${pid}`;
  return new AttachError(`Process ${pid} belongs to ${whose}. Run kernelscope as that user${cure}`);
}
