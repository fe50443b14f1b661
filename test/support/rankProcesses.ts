import { type ChildProcess, fork } from 'node:child_process';
import cluster, { type Worker as ClusterWorker } from 'node:cluster';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundleFile } from './bundleFile';

/** Bundles `entry`, relative to this folder, for real processes; gives the file. */
export function bundleProgram(entry: string, folder: string): string {
  return bundleFile(join('support', entry), join(folder, `${basename(entry, '.ts')}.cjs`));
}

/** One way to start a program beside this one, the same for all. */
export interface RankProcess {
  readonly target: Worker | ChildProcess | ClusterWorker;
  /** The next message that the program sends to its user. */
  next(): Promise<unknown>;
  /** Sends a message as its user. */
  tell(message: unknown): void;
  /** Resolves with the exit code when it has ended. */
  readonly ended: Promise<number | null>;
  /** Ends it whatever it does. */
  kill(): void;
}

/** Starts the program of a file with one behaviour. */
export type StartRank = (file: string, behaviour: string) => RankProcess;

const threads: StartRank = (file, behaviour) => {
  const target = new Worker(file, { workerData: behaviour });
  return {
    target,
    next: async () => ((await once(target, 'message')) as [unknown])[0],
    tell: message => target.postMessage(message),
    ended: once(target, 'exit').then(([code]) => code as number),
    kill: () => void target.terminate()
  };
};

const forks: StartRank = (file, behaviour) => {
  const target = fork(file, [behaviour], { execArgv: [] });
  return ofChild(target, target);
};

const clusters: StartRank = (file, behaviour) => {
  cluster.setupPrimary({ exec: file, args: [behaviour], execArgv: [] });
  const target = cluster.fork();
  return ofChild(target, target.process);
};

function ofChild(target: ChildProcess | ClusterWorker, child: ChildProcess): RankProcess {
  return {
    target,
    next: async () => ((await once(child, 'message')) as [unknown])[0],
    tell: message => child.send(message as object),
    ended: once(child, 'exit').then(([code]) => code as number | null),
    kill: () => void child.kill('SIGKILL')
  };
}

/** All kinds of processes that can be attached, with their names in test titles. */
export const RANK_KINDS: readonly (readonly [kind: string, start: StartRank])[] = [
  ['a worker thread', threads],
  ['a forked process', forks],
  ['a cluster worker', clusters]
];
