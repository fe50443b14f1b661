import { deflateRawSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { displayBundle } from 'kernelscope/formats';
import { gpuTraining } from '../support/gpuTraining';
import type { LabPage } from './labPage';
import type { CodeCell } from './notebook';
import { useLab } from './useLab';

/** No question takes more, from the output of the cell on. */
const MAX_ACTIONS = 3;

const CELLS = {
  slowLine: `%%profile
const seen: string[] = [];
for (let i = 0; i < 30000; i++) if (!seen.includes("id" + i)) seen.push("id" + i);
const squares = Array.from({ length: 1e6 }, (_, i) => i * i);`,
  waits: `%%profile
const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
await sleep(60);
await sleep(1500);`,
  steps: `import { range } from 'kernelscope';
const spin = (ms: number) => { for (const end = performance.now() + ms; performance.now() < end; ); };`,
  slowStep: `%%profile
for (let step = 1; step <= 30; step++) range('step', () => spin(step === 17 ? 1500 : 8));`,
  callers: `%%profile
function parse(n: number): number {
  let x = 0;
  for (let i = 0; i < n; i++) x += Math.sqrt(i);
  return x;
}
function loadUsers() { return parse(6e7); }
function loadOrders() { return parse(2e7); }
[loadUsers(), loadOrders()];`,
  memory: `const kept: object[] = [];
function remember(count: number) {
  for (let i = 0; i < count; i++) kept.push({ i, values: [i, i + 1, i + 2, i + 3] });
}
function churn(count: number) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += [i, { i }, String(i)].length;
  return sum;
}`,
  allocates: `%%profile --allocations=65536
remember(5e4);
churn(1e6);`,
  leaks: `%%profile --retained=65536
churn(3e6);
remember(6e5);
churn(3e6);`,
  edited: `%%profile
spin(40);`,
  same: `%%profile noise --repeat 6 --compare last
spin(10);`,
  gpu: '// a GPU'
} as const;

/** The name of a cell that is asked about. */
export type TaskName = keyof typeof CELLS;

const NAMES = Object.keys(CELLS) as TaskName[];

const GPU = displayBundle(gpuTraining(), { deflate: raw => deflateRawSync(raw) });

const cellOf = (name: TaskName): CodeCell => ({
  source: CELLS[name],
  ...(name === 'gpu' ? { outputs: [GPU as unknown as Readonly<Record<string, unknown>>] } : {})
});

/** A notebook with cells to ask about. */
export interface UsedTasks {
  readonly lab: () => LabPage;
  readonly indexOf: (name: TaskName) => number;
  /** Runs a cell, unless its output is saved or it `hasRun`; its output. */
  readonly run: (name: TaskName, options?: { readonly hasRun: boolean }) => Promise<Asked>;
}

/** Opens the notebook for the tests of a file. */
export function useTasks(): UsedTasks {
  const used = useLab({ hasOwnKernel: true });
  let lab: LabPage;

  beforeAll(async () => {
    lab = await used.open('tasks.ipynb', NAMES.map(cellOf));
  });

  const indexOf = (name: TaskName): number => NAMES.indexOf(name);
  return {
    lab: () => lab,
    indexOf,
    run: async (name, { hasRun } = { hasRun: name === 'gpu' }) => {
      await (hasRun ? lab.select(indexOf(name)) : lab.run(indexOf(name)));
      const output = lab.profile(indexOf(name));
      await output.getByRole('tab', { name: 'Table' }).waitFor();
      return new Asked(output);
    }
  };
}

/** The output of a profiled cell, and the number of things that were done to it. */
export class Asked {
  actions = 0;

  constructor(readonly output: Locator) {}

  /** The first sentence. */
  get finding(): Locator {
    return this.output.getByRole('region', { name: 'Findings' }).getByRole('button').first();
  }

  /** The remark with some words, below the findings. */
  remark(words: RegExp): Locator {
    return this.output.locator('.jp-mod-remarks').getByRole('button', { name: words });
  }

  /** The first function in the table of the memory view. */
  async firstAllocation(): Promise<string> {
    const table = this.output.getByRole('table', { name: 'Allocations by function' });
    return table.getByRole('row').nth(1).innerText();
  }

  openTab(): Promise<string> {
    return this.output.locator('[role=tab][aria-selected=true]').first().innerText();
  }

  async click(target: Locator): Promise<void> {
    this.#act();
    await target.click();
  }

  async type(target: Locator, text: string): Promise<void> {
    this.#act();
    await target.fill(text);
  }

  async choose(target: Locator, value: string): Promise<void> {
    this.#act();
    await target.selectOption(value);
  }

  #act(): void {
    this.actions++;
    expect(this.actions).toBeLessThanOrEqual(MAX_ACTIONS);
  }
}
