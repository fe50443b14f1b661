import { OwnMap } from '../../base/intrinsics/ownMap';
import type { OpenSlice } from './chunk';

/** Slices kept at most: a program may begin what never ends for as long as it runs. */
const MAX_DETACHED = 1 << 16;

/** Slices around a chunk of which it is noted that they were open when it began: the innermost ones. */
export const MAX_OPEN = 1 << 12;

/** Open slices whose slots have been given up, by token. */
export class DetachedSlices {
  readonly #slices = new OwnMap<number, OpenSlice>();
  #refused = 0;

  constructor(private readonly limit: number = MAX_DETACHED) {}

  /** All that are kept. */
  get all(): ReadonlyMap<number, OpenSlice> {
    return this.#slices;
  }

  /** Slices for which there was no room: of these only the time until then counts. */
  get dropped(): number {
    return this.#refused;
  }

  /** Keeps a slice; false if there is no room. */
  add(token: number, slice: OpenSlice): boolean {
    if (this.#slices.size >= this.limit) {
      this.#refused++;
      return false;
    }
    this.#slices.set(token, slice);
    return true;
  }

  /** The slice of a token, if it is one of these. */
  get(token: number): OpenSlice | undefined {
    return this.#slices.get(token);
  }

  delete(token: number): void {
    this.#slices.delete(token);
  }

  /** Forgets all. */
  clear(): void {
    this.#slices.clear();
    this.#refused = 0;
  }
}
