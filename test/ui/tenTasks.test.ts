import { deflateRawSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
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
type Name = keyof typeof CELLS;
const NAMES = Object.keys(CELLS) as Name[];

const GPU = displayBundle(gpuTraining(), { deflate: raw => deflateRawSync(raw) });

const cellOf = (name: Name): CodeCell => ({
  source: CELLS[name],
  ...(name === 'gpu' ? { outputs: [GPU as unknown as Readonly<Record<string, unknown>>] } : {})
});

describe('ten questions to a profile', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    lab = await used.open('tasks.ipynb', NAMES.map(cellOf));
  });

  /** The output of a cell that has been run, and what a person does there. */
  const run = async (name: Name): Promise<Asked> => {
    const index = NAMES.indexOf(name);
    await (name === 'gpu' ? lab.select(index) : lab.run(index));
    const output = lab.profile(index);
    await output.getByRole('tab', { name: 'Table' }).waitFor();
    return new Asked(output);
  };

  it('which line is slow? The first sentence', async () => {
    const { finding } = await run('slowLine');
    expect(await finding.innerText()).toMatch(
      /^Line Cell \[\d+\]:3 took \d.*if \(!seen\.includes\("id" \+ i\)\)/
    );
  });

  it('which await waits? The first sentence', async () => {
    const { finding } = await run('waits');
    expect(await finding.innerText()).toMatch(
      /^The thread waited .* at Cell \[\d+\]:4, for a timer: await sleep\(1500\);$/
    );
  });

  it('which step was slow? The first sentence; a click shows it in the timeline', async () => {
    await lab.run(NAMES.indexOf('steps'));
    const asked = await run('slowStep');
    expect(await asked.finding.innerText()).toMatch(
      /^\d+ of 30 runs of step took (up to )?[\d.]+ s \(run 17\)/
    );
    await asked.click(asked.finding);
    expect(await asked.openTab()).toBe('Timeline');
    await expect.poll(() => isInSight(asked.output.locator('canvas').first())).toBe(true);
    await lab.picture('task-slow-step');
  });

  it('which function allocates? The first row of the memory view', async () => {
    await lab.run(NAMES.indexOf('memory'));
    const asked = await run('allocates');
    await asked.click(asked.output.getByRole('tab', { name: 'Memory' }));
    expect(await asked.firstAllocation()).toMatch(/^churn/);
  });

  it('what leaked? The first sentence and the first row of the memory view', async () => {
    const asked = await run('leaks');
    await asked.click(asked.output.getByRole('tab', { name: 'Memory' }));
    expect(await asked.firstAllocation()).toMatch(/^remember/);
    const findings = asked.output.getByRole('region', { name: 'Findings' });
    expect(await findings.innerText()).toMatch(
      /remember\(\) \(Cell \[\d+\]:3?2\) allocated the most/
    );
    await lab.picture('task-leak');
  });

  it('what changed since the last run? Compare runs', async () => {
    await run('edited');
    await lab.waitForIdleKernel();
    await lab.cell(NAMES.indexOf('edited')).locator('.cm-line').last().click();
    await lab.page.keyboard.press('Home');
    await lab.page.keyboard.type('spin(1600);');
    const asked = await run('edited');
    await lab.waitForIdleKernel();
    await asked.click(asked.output.getByRole('button', { name: 'Compare runs' }));
    await asked.click(lab.page.getByRole('menuitem', { name: /^Compare with previous run/ }));
    await asked.output
      .getByText(/slower/)
      .first()
      .waitFor();
    expect(await asked.openTab()).toBe('Compare');
    await lab.picture('task-changed');
  });

  it('is it noise? The verdict of repeated runs', async () => {
    await run('same');
    await lab.waitForIdleKernel();
    const { output } = await run('same');
    await output.getByText(/6 runs before and 6 after/).waitFor();
    await lab.picture('task-noise');
  });

  it('who calls this? Its flame as a sandwich', async () => {
    const asked = await run('callers');
    await asked.click(asked.output.getByRole('tab', { name: 'Flame' }));
    await asked.type(asked.output.getByRole('searchbox'), 'parse');
    await asked.choose(asked.output.getByLabel('As'), 'sandwich');
    const tree = asked.output.getByRole('treegrid');
    await expect.poll(() => tree.innerText()).toMatch(/loadUsers[^]*loadOrders/);
    await tree.scrollIntoViewIfNeeded();
    await lab.picture('task-callers');
  });

  it('why is the GPU idle? A sentence', async () => {
    const { output } = await run('gpu');
    const sentence = output.getByRole('region', { name: 'Findings' }).getByRole('button', {
      name: /^GPU 0 was idle for/
    });
    expect(await sentence.innerText()).toMatch(/while the host/);
    await lab.picture('task-gpu');
  });

  it('what does the profiler cost? A figure above the views', async () => {
    const { output } = await run('slowLine');
    const figures = output.locator('.jp-Kernelscope-summary');
    expect(await figures.innerText()).toMatch(/Overhead\s+≈ [\d.]+ (ms|µs|s) \([\d.]+ ?%\)/);
  });
});

/** Whether the top of an element is on the screen. */
const isInSight = (target: Locator): Promise<boolean> =>
  target.evaluate(node => {
    const { top } = node.getBoundingClientRect();
    return top >= 0 && top < innerHeight - 100;
  });

/** The output of a profiled cell, and the number of things that were done to it. */
class Asked {
  actions = 0;

  constructor(readonly output: Locator) {}

  /** The first sentence. */
  get finding(): Locator {
    return this.output.getByRole('region', { name: 'Findings' }).getByRole('button').first();
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
    this.act();
    await target.click();
  }

  async type(target: Locator, text: string): Promise<void> {
    this.act();
    await target.fill(text);
  }

  async choose(target: Locator, value: string): Promise<void> {
    this.act();
    await target.selectOption(value);
  }

  private act(): void {
    this.actions++;
    expect(this.actions).toBeLessThanOrEqual(MAX_ACTIONS);
  }
}
