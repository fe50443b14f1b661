import { CudaResource, idOf } from './cudaResource';
import type { CudaRuntime } from './cudaRuntime';
import type { CudaStream } from './cudaStream';
import { streamIdOf } from './cudaStream';

/**
 * Work that was captured once and is launched as often as wanted, at the cost of one launch. It keeps
 * the buffers, pinned memory and kernels that were used, also when these are disposed of.
 */
export class CudaGraph extends CudaResource {
  protected override readonly what = 'graph';
  /** Number of launches, fills, copies and the like in it. */
  readonly nodes: number;

  /** What `cuda.capture` does. */
  constructor(
    runtime: CudaRuntime,
    graph: { readonly id: number; readonly nodes: number },
    device: number
  ) {
    super(runtime, graph.id, device);
    this.nodes = graph.nodes;
  }

  /** Gives all of it to `stream`; without one, to the default stream. */
  launch(stream?: CudaStream): void {
    const streamId = streamIdOf(this.runtime, stream);
    this.runtime.call(cuda => cuda.launchGraph(idOf(this), streamId));
  }

  protected override facts(): object {
    return { nodes: this.nodes };
  }
}
