import type { TimeitOptions } from 'kernelscope/settings';
import { showValue } from '../requests/cellRunner';
import type { CellOutcome, CellSource, RunHooks } from '../cells/cellRun';
import type { CellCode } from '../cells/executor';
import type { TimedLoop } from '../cells/timedCells';
import type { MagicSession } from './magicSession';
import { showText } from './showProfile';
import { type LoopTimes, type RunTimes, timeText, timeitText } from './timeText';
import { magicFailure, MagicRequestError } from './magicFailure';

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

/** The minimum time of a run if the number of loops is not given; IPython's limit. */
const MIN_RUN_NS = 200_000_000;
/** Loops that are tried: 1, 10, 100, …, at most this many; IPython's bound. */
const MAX_LOOPS = 1e9;

const NO_STATEMENTS = 'There is nothing to time: the code has no statements.';

/** Time that so many loops take, nanoseconds. */
type MeasureLoops = (loops: number) => Promise<number>;

async function chooseLoops(measure: MeasureLoops): Promise<number> {
  let loops = 1;
  while ((await measure(loops)) < MIN_RUN_NS && loops < MAX_LOOPS) {
    loops *= 10;
  }
  return loops;
}

async function measureRuns(
  measure: MeasureLoops,
  { loops: wanted, runs }: TimeitOptions
): Promise<LoopTimes> {
  const loops = wanted ?? (await chooseLoops(measure));
  const runsNs: number[] = [];
  while (runsNs.length < runs) {
    runsNs.push(await measure(loops));
  }
  return { loops, runsNs };
}

function isTimedLoop(value: unknown): value is TimedLoop {
  return typeof value === 'function';
}

/**
 * Runs a cell's code repeatedly as one function, and shows the time of one loop. The declarations of
 * the code are gone afterwards, and the value of its last expression is not shown.
 */
export async function timeitCell(
  session: MagicSession,
  cell: CellSource,
  options: TimeitOptions
): Promise<CellOutcome> {
  const { executor, display, host, clock } = session;
  host.release();
  let times: LoopTimes | null = null;
  const drive = async ({ run, call }: CellCode): Promise<void> => {
    const loop = await run();
    if (!isTimedLoop(loop)) return;
    const kept = {};
    const measure: MeasureLoops = async loops => Number(await call(() => loop(loops, kept, clock)));
    times = await measureRuns(measure, options);
  };
  const outcome = await executor.execute({ ...cell, form: 'timed' }, drive);
  if (outcome.status === 'error') {
    return outcome;
  }
  if (times === null) {
    return magicFailure(new MagicRequestError(NO_STATEMENTS));
  }
  showText(display, timeitText(times));
  return outcome;
}
