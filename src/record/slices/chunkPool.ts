import type { Chunk } from './chunk';
import { createChunk, retireChunk } from './chunk';

/** Chunks kept between recordings, so that a short one never waits for memory. */
const POOLED_CHUNKS = 8;

/** Chunks that are not in use, for the next to take. */
export class ChunkPool {
  private readonly chunks: Chunk[] = [];

  /** A chunk of `slots` slots, none of which has ended. */
  take(slots: number): Chunk {
    const pooled = this.chunks.pop();
    if (pooled?.label.length !== slots) return createChunk(slots);
    pooled.t1.fill(0n);
    return pooled;
  }

  /** Takes a chunk back; beyond a few its memory is given up. */
  give(chunk: Chunk): void {
    retireChunk(chunk);
    if (this.chunks.length < POOLED_CHUNKS) this.chunks.push(chunk);
  }
}
