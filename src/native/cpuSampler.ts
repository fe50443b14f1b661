import { join } from 'node:path';
import { messageOf } from '../base/errors';
import { loadBinary } from './loadBinary';
import { packageFiles } from './packageFiles';

/** The tree of a CPU profile, in rows. */
export interface SampledTree {
  /** {@link NODE_COLUMNS} numbers a node; a node comes after its parent, and the root first. */
  readonly nodes: Int32Array;
  /** {@link TICK_COLUMNS} numbers for each line of a node that samples were taken on. */
  readonly ticks: Int32Array;
  /** The node of each sample; -1 if it has none in this tree. */
  readonly samples: Int32Array;
}

/** Columns of {@link SampledTree.nodes}: the row of the parent or -1, texts, script, one-based line and column. */
export const NODE_COLUMNS = ['parent', 'name', 'scriptName', 'script', 'line', 'column'] as const;

/** Columns of {@link SampledTree.ticks}: the row of the node, a one-based line, the number of samples on it. */
export const TICK_COLUMNS = ['node', 'line', 'samples'] as const;

/** The samples of one recording; times are microseconds of CLOCK_MONOTONIC. */
export interface SampledColumns {
  readonly startTime: number;
  readonly endTime: number;
  readonly times: Float64Array;
  /** Its nodes have the line on which their function begins. */
  readonly functions: SampledTree;
  /** The same samples, in a tree whose nodes have the line of the parent that called them; absent if not wanted. */
  readonly lines?: SampledTree;
  readonly strings: readonly string[];
}

/** V8's profiler of one thread. */
export interface NativeCpuSampler {
  /** Learns of all code; samples only while a recording runs. Does nothing while attached. */
  attach(intervalUs: number): void;
  /** Ends everything; recordings that run are lost. */
  detach(): void;
  /** Starts a recording and returns its handle. @throws Error if nothing is attached, or 50 run already. */
  start(withLines: boolean): number;
  /** Ends a recording; undefined if there is none of that handle. */
  stop(handle: number): SampledColumns | undefined;
}

/** The file of the sampler for an ABI of Node, in the folder of native code. */
export function samplerFile(folder: string, abi: string = process.versions.modules): string {
  return join(folder, `cpuSampler-${process.platform}-${process.arch}-abi${abi}.node`);
}

/** There is no sampler for this system and this release of Node; the message is a full sentence with advice. */
export class CpuSamplerUnavailableError extends Error {
  override readonly name = 'CpuSamplerUnavailableError';
}

/**
 * The sampler for this Node from `folder`, by default that of the package.
 *
 * @throws CpuSamplerUnavailableError
 */
export function loadCpuSampler(folder: string = packageFiles().samplerFolder): NativeCpuSampler {
  try {
    return loadBinary(samplerFile(folder)) as NativeCpuSampler;
  } catch (error) {
    const { platform, arch, versions } = process;
    const [reason] = messageOf(error).split('\n');
    throw new CpuSamplerUnavailableError(
      `Total times per line need Kernelscope's own sampler, which has no binary here for Node ` +
        `${versions.node} on ${platform}-${arch} (${reason}); use Node 20, 22 or 24 on Linux x64, or ` +
        'switch them off with --no-lines.'
    );
  }
}
