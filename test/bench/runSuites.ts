import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Figure, type RepeatedFigure, type SkippedFigure, joinFigures } from './figure';

/** A Node to measure on. */
export interface BenchNode {
  readonly executable: string;
  /** `v20.20.2`. */
  readonly version: string;
}

/** The figures of a suite on one Node. */
export interface SuiteFigures {
  readonly node: BenchNode;
  readonly figures: readonly (RepeatedFigure | SkippedFigure)[];
}

/**
 * Runs one suite so many times on each Node, each time in a process of its own: how V8 compiles code,
 * and where the system puts memory, is decided anew in each. The Nodes take turns, so that what disturbs
 * the machine for a while disturbs all alike.
 * @throws {Error} when a process crashes or reports nothing
 */
export async function runSuite(
  suite: string,
  nodes: readonly BenchNode[],
  processes: number
): Promise<readonly SuiteFigures[]> {
  const runs = nodes.map((): (readonly Figure[])[] => []);
  for (let turn = 0; turn < processes; turn++) {
    for (const [at, { executable }] of nodes.entries()) {
      runs[at].push(await runOnce(suite, executable));
    }
  }
  return nodes.map((node, at) => ({ node, figures: joinFigures(runs[at]) }));
}

async function runOnce(suite: string, execPath: string): Promise<readonly Figure[]> {
  const file = path.join(__dirname, `${suite}.js`);
  const child = fork(path.join(__dirname, 'suiteProcess.js'), [file], {
    execPath,
    execArgv: ['--expose-gc']
  });
  let figures: readonly Figure[] | null = null;
  child.on('message', message => {
    figures = message as readonly Figure[];
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || !figures) throw new Error(`The suite ${suite} failed`);
  return figures;
}
