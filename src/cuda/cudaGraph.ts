import { CudaResource, idOf } from './cudaResource';
import type { CudaRuntime } from './cudaRuntime';
import { type CudaStream, streamIdOf } from './cudaStream';

/**
 * Work that was captured once and can be launched any number of times, at the cost of one launch. It
 * keeps the buffers, pinned memory and kernels that it uses, even if they are disposed of.
 */
export class CudaGraph extends CudaResource {
  protected override readonly what = 'graph';
  /** Number of launches, fills, copies and the like in it. */
  readonly nodes: number;

  /** Implements `cuda.capture`. */
  constructor(
    runtime: CudaRuntime,
    graph: { readonly id: number; readonly nodes: number },
    device: number
  ) {
    super(runtime, graph.id, device);
    this.nodes = graph.nodes;
  }

  /** Launches all of it on `stream`; by default on the default stream. */
  launch(stream?: CudaStream): void {
    const streamId = streamIdOf(this.runtime, stream);
    this.runtime.call(cuda => cuda.launchGraph(idOf(this), streamId));
  }

  protected override facts(): object {
    return { nodes: this.nodes };
  }
}
