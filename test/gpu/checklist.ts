/** What became of one check. */
export interface CheckResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'notRun';
  /** What was seen, or why the check failed or could not run. */
  readonly detail: string;
  /** Duration of the check, milliseconds. */
  readonly ms: number;
}

/** Thrown by a check that cannot run on this machine, with the reason. */
export class NotRunnable extends Error {
  override readonly name = 'NotRunnable';
}

/** A figure that was measured on this machine. */
export interface GpuFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The target, where there is one; figures are to stay at or below it. */
  readonly target?: number;
}

/** The hooks of a {@link Checklist}. */
export interface ChecklistHooks {
  /** Takes one line for each check and figure. */
  readonly print: (line: string) => void;
  /** Called before each check and after it, when `running` is null. */
  readonly changed: (running: string | null) => void;
}

/** Runs checks one after another, and prints a line for each. */
export class Checklist {
  readonly results: CheckResult[] = [];
  readonly figures: GpuFigure[] = [];
  #obstacle: string | null = null;

  constructor(private readonly hooks: ChecklistHooks) {}

  /** True if checks are named, but cannot run. */
  get isBlocked(): boolean {
    return this.#obstacle !== null;
  }

  /** From now on no check runs: each is listed with `reason`. */
  block(reason: string): void {
    this.#obstacle = reason;
  }

  /** Runs `check`; what it returns is shown as what was seen. Never throws. */
  async run(name: string, check: () => string | Promise<string>): Promise<void> {
    const obstacle = this.#obstacle;
    this.hooks.changed(name);
    const result = await resultOf(name, obstacle === null ? check : () => cannotRun(obstacle));
    this.add(result);
  }

  /** Adds a result and prints its line. */
  add(result: CheckResult): void {
    this.results.push(result);
    this.hooks.print(lineOf(result));
    this.hooks.changed(null);
  }

  /** Notes a figure and prints it; one above its target is a failed check. */
  figure(figure: GpuFigure): void {
    const { name, value, unit, target } = figure;
    this.figures.push(figure);
    const text = `${Number(value.toPrecision(4))} ${unit}`;
    if (target === undefined) return this.hooks.print(`  ${name}: ${text}`);
    const outcome = value <= target ? 'passed' : 'failed';
    this.add({ name, outcome, detail: `${text}, target ${target} ${unit}`, ms: 0 });
  }

  /** How many checks came to `outcome`. */
  count(outcome: CheckResult['outcome']): number {
    return this.results.filter(result => result.outcome === outcome).length;
  }
}

const MARKS: Readonly<Record<CheckResult['outcome'], string>> = {
  passed: '✓',
  failed: '✗',
  notRun: '–'
};

/** The line of a result. `first.sh` reads these lines: mark, name, milliseconds, detail. */
function lineOf({ name, outcome, detail, ms }: CheckResult): string {
  return `${MARKS[outcome]} ${name} (${Math.round(ms)} ms): ${detail.replaceAll('\n', ' ')}`;
}

function cannotRun(reason: string): never {
  throw new NotRunnable(reason);
}

async function resultOf(name: string, check: () => string | Promise<string>): Promise<CheckResult> {
  const start = process.hrtime.bigint();
  const ms = () => Number(process.hrtime.bigint() - start) / 1e6;
  try {
    const detail = await check();
    return { name, outcome: 'passed', detail, ms: ms() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const outcome = error instanceof NotRunnable ? 'notRun' : 'failed';
    return { name, outcome, detail, ms: ms() };
  }
}

/** Fails the check that runs, with `message`, unless `holds`. */
export function must(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}
