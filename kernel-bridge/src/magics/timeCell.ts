import { showValue } from '../requests/cellRunner';
import type { CellOutcome, CellSource, RunHooks } from '../cells/cellRun';
import type { MagicSession } from './magicSession';
import { showText } from './showProfile';
import { type RunTimes, timeText } from './timeText';

/** As it was before cells could replace it. */
const cpuUsage = process.cpuUsage.bind(process);

/** Wall and CPU time of a run. */
export class Stopwatch implements RunHooks {
  readonly #clock: () => bigint;
  #startNs = 0n;
  #startCpu: NodeJS.CpuUsage | null = null;
  /** Null until a run is over. */
  times: RunTimes | null = null;

  constructor(clock: () => bigint) {
    this.#clock = clock;
  }

  before(): void {
    this.times = null;
  }

  entered(): void {
    this.#startCpu = cpuUsage();
    this.#startNs = this.#clock();
  }

  leaving(): void {
    this.#take();
  }

  after(): void {
    if (this.times === null) this.#take();
  }

  #take(): void {
    if (this.#startCpu === null) return;
    const wallNs = Number(this.#clock() - this.#startNs);
    const { user, system } = cpuUsage(this.#startCpu);
    this.times = { wallNs, userNs: user * 1e3, systemNs: system * 1e3 };
  }
}

/**
 * Runs a cell as without the magic, and shows its time above the value of its last expression, even if
 * it fails or is interrupted. A cell that does not compile has no times.
 */
export async function timeCell(session: MagicSession, cell: CellSource): Promise<CellOutcome> {
  const { executor, display, host } = session;
  host.release();
  const watch = new Stopwatch(session.clock);
  const outcome = await executor.execute(cell, async ({ run }) => void (await run(watch)));
  if (watch.times !== null) {
    showText(display, timeText(watch.times, process.platform));
  }
  return showValue(session, outcome, cell.number);
}
