import type { TimeitOptions } from 'kernelscope/settings';
import { showValue } from '../requests/cellRunner';
import type { CellOutcome, CellSource, RunHooks } from '../cells/cellRun';
import type { CellCode } from '../cells/executor';
import type { TimedLoop } from '../cells/timedCells';
import type { MagicSession } from './magicSession';
import { showText } from './showProfile';
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

const NS_PER_SECOND = 1e9;
const SIGNIFICANT_DIGITS = 3;

/** Units of IPython's `_format_time`, each a thousandth of the one before. */
const UNITS = ['s', 'ms', 'μs', 'ns'] as const;

const LONG_UNITS = [
  { suffix: 'd', seconds: 24 * 60 * 60 },
  { suffix: 'h', seconds: 60 * 60 },
  { suffix: 'min', seconds: 60 },
  { suffix: 's', seconds: 1 }
] as const;

/** A span in IPython's words: `1.05 ms`, `12.3 μs`, `2min 5s`; what `_format_time` gives. */
export function formatSpan(seconds: number): string {
  if (seconds >= 60) return formatLongSpan(seconds);
  const order = seconds > 0 ? Math.min(-Math.floor(Math.floor(Math.log10(seconds)) / 3), 3) : 3;
  return `${significant(seconds * 1000 ** order)} ${UNITS[order]}`;
}

function formatLongSpan(seconds: number): string {
  const parts: string[] = [];
  let leftover = seconds;
  for (const { suffix, seconds: length } of LONG_UNITS) {
    const whole = Math.floor(leftover / length);
    if (whole > 0) {
      leftover %= length;
      parts.push(`${whole}${suffix}`);
    }
    if (leftover < 1) break;
  }
  return parts.join(' ');
}

/** C's `%.3g`: three significant digits without trailing zeros, an exact half to the even digit. */
function significant(value: number): string {
  const [mantissa, exponent] = roundedDigits(value).toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < SIGNIFICANT_DIGITS) return String(Number(`${mantissa}e${power}`));
  const sign = power < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Digits in which every double of a size that is shown here is exact. */
const EXACT_DIGITS = 100;

function roundedDigits(value: number): number {
  if (value === 0) return 0;
  const up = Number(value.toPrecision(SIGNIFICANT_DIGITS));
  const [digits, exponent] = value.toExponential(EXACT_DIGITS).replace('.', '').split('e');
  const kept = digits.slice(0, SIGNIFICANT_DIGITS);
  const isTie = /^50*$/.test(digits.slice(SIGNIFICANT_DIGITS));
  if (!isTie || Number(kept) % 2 === 1) return up;
  return Number(`${kept}e${Number(exponent) - SIGNIFICANT_DIGITS + 1}`);
}

/** The measurements of `%timeit`. */
interface LoopTimes {
  /** Loops in each run. */
  readonly loops: number;
  /** Time of each run, nanoseconds; at least one. */
  readonly runsNs: readonly number[];
}

/**
 * The result as IPython prints it, `1.05 ms ± 12.3 μs per loop (mean ± std. dev. of 7 runs, 1,000
 * loops each)`; above it, as there, a warning when the slowest run is more than four times the
 * fastest.
 */
export function timeitText({ loops, runsNs }: LoopTimes): string {
  const seconds = runsNs.map(ns => ns / NS_PER_SECOND);
  const result = resultText(seconds, loops);
  const best = Math.min(...seconds) / loops;
  const worst = Math.max(...seconds) / loops;
  if (worst <= 4 * best || best <= 0 || worst <= 1e-6) return result;
  const warning =
    `The slowest run took ${(worst / best).toFixed(2)} times longer than the fastest. ` +
    'This could mean that an intermediate result is being cached.';
  return `${warning}\n${result}`;
}

function resultText(seconds: readonly number[], loops: number): string {
  const perLoop = seconds.map(run => run / loops);
  const mean = sum(perLoop) / perLoop.length;
  const deviation = Math.sqrt(sum(perLoop.map(run => (run - mean) ** 2)) / perLoop.length);
  const runWord = perLoop.length === 1 ? 'run' : 'runs';
  const loopWord = loops === 1 ? 'loop' : 'loops';
  const runs = `${perLoop.length} ${runWord}, ${loops.toLocaleString('en-US')} ${loopWord} each`;
  return `${formatSpan(mean)} ± ${formatSpan(deviation)} per loop (mean ± std. dev. of ${runs})`;
}

/** Neumaier's compensated sum, as near to the exact one as a double can be in all but odd cases. */
function sum(values: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** The measurements of `%time`, nanoseconds. */
interface RunTimes {
  readonly wallNs: number;
  readonly userNs: number;
  readonly systemNs: number;
}

/** The times as IPython prints them on `platform`: Windows does not tell user and system apart. */
export function timeText({ wallNs, userNs, systemNs }: RunTimes, platform: string): string {
  const [wall, user, system] = [wallNs, userNs, systemNs].map(ns => ns / NS_PER_SECOND);
  const total = `total: ${formatSpan(user + system)}`;
  const parts =
    platform === 'win32' ? '' : `user ${formatSpan(user)}, sys: ${formatSpan(system)}, `;
  return `CPU times: ${parts}${total}\nWall time: ${formatSpan(wall)}`;
}
