import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { useLab } from './useLab';

const READLINE = `import { createInterface } from 'node:readline/promises';
const lines = createInterface({ input: process.stdin, output: process.stdout });
console.log('read ' + await lines.question('Line? '));
lines.close();`;

describe('questions of a cell in JupyterLab', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    const sources = [
      'console.log("before");\nconsole.log("hello " + prompt("Name?"));',
      'console.log(prompt("Token?", undefined, { password: true })?.length);',
      READLINE,
      'prompt("Never?")',
      'console.log("still here")'
    ];
    writeNotebook(
      join(used.server.folder, 'prompts.ipynb'),
      sources.map(source => ({ source }))
    );
    lab = await used.visit('prompts.ipynb');
    await lab.waitForIdleKernel();
  });

  afterAll(() => {
    expect(lab?.scriptErrors ?? []).toEqual([]);
  });

  const cell = (at: number): Locator => lab.page.locator('.jp-CodeCell').nth(at);
  const field = (at: number): Locator => cell(at).locator('input.jp-Stdin-input');
  const waitForText = (at: number, text: string): Promise<void> =>
    cell(at).locator('.jp-OutputArea-output', { hasText: text }).first().waitFor();

  async function answer(at: number, text: string): Promise<void> {
    await field(at).fill(text);
    await field(at).press('Enter');
  }

  it('are asked below what the cell has printed, and answered there', async () => {
    await lab.run(0);
    await field(0).waitFor();
    await waitForText(0, 'before');
    expect(await cell(0).locator('.jp-Stdin-prompt').innerText()).toContain('Name?');
    await answer(0, 'Ada');
    await waitForText(0, 'hello Ada');
    await lab.waitForIdleKernel();
  });

  it('hide a password', async () => {
    await lab.run(1);
    await field(1).waitFor();
    expect(await field(1).getAttribute('type')).toBe('password');
    await answer(1, 'secret');
    await waitForText(1, '6');
    expect(await cell(1).locator('.jp-OutputArea').innerText()).not.toContain('secret');
    await lab.waitForIdleKernel();
  });

  it('may be those of readline', async () => {
    await lab.run(2);
    await field(2).waitFor();
    await answer(2, 'typed');
    await waitForText(2, 'read typed');
    await lab.waitForIdleKernel();
  });

  it('end when the kernel is interrupted', async () => {
    await lab.run(3);
    await field(3).waitFor();
    await lab.execute('notebook:interrupt-kernel');
    await waitForText(3, 'KeyboardInterrupt');
    await lab.waitForIdleKernel();
    await lab.run(4);
    await waitForText(4, 'still here');
  });
});
