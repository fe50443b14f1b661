import type { Clock } from '../record/time/clock';

/** Turns of the loop: about a millisecond. */
const TURNS = 300_000;

const CELLS = 4096;

/**
 * A piece of work that is always the same: arithmetic and memory that fits the fastest cache. Its time
 * tells how fast the machine is at the moment.
 */
export class ReferenceLoop {
  private readonly cells = new Float64Array(CELLS);

  constructor(private readonly clock: Clock) {}

  /** The time of one pass, nanoseconds. */
  time(): number {
    const start = this.clock();
    this.pass();
    return Number(this.clock() - start);
  }

  private pass(): void {
    const { cells } = this;
    let state = 1;
    for (let turn = 0; turn < TURNS; turn++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      cells[state % CELLS] += state;
    }
  }
}
