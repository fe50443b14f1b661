/** What became of one check. */
export interface CheckResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'notRun';
  /** What was seen, or why the check failed or could not run. */
  readonly detail: string;
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

/** Runs checks one after another, and prints a line for each. */
export class Checklist {
  readonly results: CheckResult[] = [];
  readonly figures: GpuFigure[] = [];

  constructor(private readonly print: (line: string) => void) {}

  /** Runs `check`; what it returns is shown as what was seen. Never throws. */
  async run(name: string, check: () => string | Promise<string>): Promise<void> {
    const result = await resultOf(name, check);
    this.results.push(result);
    this.print(`${MARKS[result.outcome]} ${name}: ${result.detail}`);
  }

  /** Notes a figure and prints it; one above its target is a failed check. */
  figure(figure: GpuFigure): void {
    const { name, value, unit, target } = figure;
    this.figures.push(figure);
    const text = `${Number(value.toPrecision(4))} ${unit}`;
    if (target === undefined) return this.print(`  ${name}: ${text}`);
    const outcome = value <= target ? 'passed' : 'failed';
    const detail = `${text}, target ${target} ${unit}`;
    this.results.push({ name, outcome, detail });
    this.print(`${MARKS[outcome]} ${name}: ${detail}`);
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

async function resultOf(name: string, check: () => string | Promise<string>): Promise<CheckResult> {
  try {
    return { name, outcome: 'passed', detail: await check() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { name, outcome: error instanceof NotRunnable ? 'notRun' : 'failed', detail };
  }
}

/** Fails the check that runs, with `message`, unless `holds`. */
export function must(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}
