import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeFacts } from './onnxruntimeFacts';
import type { Clock } from '../../base/clock';
import { withOptions } from './onnxruntimeArgs';
import type { OrtSession } from './onnxruntimeModules';
import {
  MAX_NODE_FILE_BYTES,
  type NodeTime,
  type NodeTimes,
  readNodeTimes
} from './onnxruntimeNodes';

/** A model that can be loaded once more. */
export interface OrtModel {
  readonly name: string;
  /** The arguments of `InferenceSession.create`. */
  readonly args: readonly unknown[];
  /** The original of that function. */
  create(args: readonly unknown[]): Promise<OrtSession>;
  /** The original of a session's `run`. */
  run(session: OrtSession, feeds: unknown): Promise<unknown>;
}

/** A second run of a model, with the times of its nodes. */
export interface TwinRun extends NodeTimes {
  readonly model: string;
  /** For each node the facts that determine its operations; empty if not requested or unknown. */
  readonly facts: readonly (NodeFacts | null)[];
  /** Clock value at its begin, nanoseconds. */
  readonly beganNs: bigint;
  /** Time it all took, the loading of the model included, nanoseconds. */
  readonly costNs: number;
}

/** Options of running a model a second time. */
export interface TwinOptions {
  readonly now: Clock;
  /** Returns the facts that determine the operations of each node; must not throw. */
  readonly factsOf: (nodes: readonly NodeTime[]) => readonly (NodeFacts | null)[];
}

/**
 * Loads a model a second time and runs it with the inputs of a run of the first session, once to
 * warm it up and once for the times of its nodes. The graph is not optimised and its nodes run one
 * after another, so that they have the names that the author gave them. Outputs are thrown away, and
 * no file is left behind.
 */
export async function runTwin(
  model: OrtModel,
  feeds: unknown,
  { now, factsOf }: TwinOptions
): Promise<TwinRun> {
  const calledNs = now();
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-onnx-'));
  try {
    const session = await model.create(withOptions(model.args, twinOptions(folder)));
    const endedNs = await runTwice(model, session, feeds, now);
    const times = readNodeTimes(textOfOnlyFile(folder));
    const beganNs = endedNs - BigInt(times.duration);
    const facts = factsOf(times.nodes);
    return { ...times, model: model.name, facts, beganNs, costNs: Number(now() - calledNs) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function twinOptions(folder: string): object {
  return {
    enableProfiling: true,
    profileFilePrefix: join(folder, 'nodes'),
    graphOptimizationLevel: 'disabled',
    executionMode: 'sequential'
  };
}

/** Returns the clock value at which the second run had ended. */
async function runTwice(
  model: OrtModel,
  session: OrtSession,
  feeds: unknown,
  now: Clock
): Promise<bigint> {
  try {
    await model.run(session, feeds);
    await model.run(session, feeds);
    const endedNs = now();
    session.endProfiling();
    return endedNs;
  } finally {
    await session.release();
  }
}

function textOfOnlyFile(folder: string): string {
  const [file = null] = readdirSync(folder);
  if (file === null) throw new RangeError('ONNX Runtime wrote no file of node times');
  const path = join(folder, file);
  const { size } = statSync(path);
  if (size > MAX_NODE_FILE_BYTES) throw new RangeError(`Node times of ${size} bytes are too many`);
  return readFileSync(path, 'utf8');
}
