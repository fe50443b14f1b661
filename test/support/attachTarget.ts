import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { socketsOf } from '../../src/program/attach/processTable';

/** A process to attach to. */
export interface AttachTarget {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts a Node program, and waits until it has printed something. Its inspector would take any free port. */
export async function startTarget(
  args: readonly string[],
  cwd: string,
  options: readonly string[] = ['--inspect-port=0']
): Promise<AttachTarget> {
  const child = spawn(process.execPath, [...options, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore']
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, child, ended };
}

/** The ports on which a process listens. */
export function listeningPorts(pid: number): readonly number[] {
  return socketsOf(pid)
    .filter(({ isListening }) => isListening)
    .map(({ port }) => port);
}
