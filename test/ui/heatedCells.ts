import type { Locator } from 'playwright-core';
import type { LabPage } from './labPage';

/** A cell with a function that takes the time of {@link PROFILED}. */
export const DEFINITION = `function busy(rounds: number): number {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += Math.sqrt(i) * Math.sin(i);
  }
  return sum;
}`;

/** A cell that is profiled, and calls the function of {@link DEFINITION}. */
export const PROFILED = `%%profile --allocations
const rounds = 6e6;
let result = 0;
for (let i = 0; i < 2; i++) {
  result += busy(rounds);
}
const kept = Array.from({ length: 2e5 }, (_, i) => ({ i }));
result > 0`;

/** The line that takes the time, by its text. */
export const GUILTY = 'sum += Math.sqrt';

/** The line that calls what takes the time, by its text. */
export const CALLING = 'result += busy';

/** The mark that stands beside a line, if any does. */
export async function markBeside(cell: Locator, text: string): Promise<Locator | null> {
  const box = await cell.locator('.cm-line', { hasText: text }).first().boundingBox();
  for (const mark of await cell.locator('.jp-Kernelscope-heatMark').all()) {
    const own = await mark.boundingBox();
    if (box && own && Math.abs(own.y - box.y) < box.height / 2) return mark;
  }
  return null;
}

/** The marks beside the lines of a cell. */
export const marksOf = (lab: LabPage, cellIndex: number): Locator =>
  lab.cell(cellIndex).locator('.jp-Kernelscope-heatMark');

/** The figure of the mark beside a line, or 0. */
export async function figureBesideLine(
  lab: LabPage,
  cellIndex: number,
  text: string
): Promise<number> {
  const mark = await markBeside(lab.cell(cellIndex), text);
  return parseFloat((await mark?.innerText()) ?? '0');
}

/** Runs both cells, until the lines of the second are marked. */
export async function runBoth(lab: LabPage): Promise<void> {
  await lab.run(0);
  await lab.waitForIdleKernel();
  await lab.run(1);
  await lab.profile(1).getByText('Wall', { exact: true }).waitFor();
  await marksOf(lab, 1).first().waitFor();
  await lab.waitForIdleKernel();
}
