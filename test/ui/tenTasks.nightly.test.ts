import { describe, expect, it } from 'vitest';
import { useTasks } from './tenTasks';

describe('questions to a profile that take several runs, or much memory', () => {
  const { lab, indexOf, run } = useTasks();

  it('what leaked? The first sentence and the first row of the memory view', async () => {
    await lab().run(indexOf('memory'));
    const asked = await run('leaks');
    await asked.click(asked.output.getByRole('tab', { name: 'Memory' }));
    expect(await asked.firstAllocation()).toMatch(/^remember/);
    const findings = asked.output.getByRole('region', { name: 'Findings' });
    expect(await findings.innerText()).toMatch(
      /remember\(\) \(Cell \[\d+\]:3?2\) allocated the most/
    );
    await lab().picture('task-leak');
  });

  it('what changed since the last run? Compare runs', async () => {
    await lab().run(indexOf('steps'));
    await run('edited');
    await lab().waitForIdleKernel();
    await lab().cell(indexOf('edited')).locator('.cm-line').last().click();
    await lab().page.keyboard.press('Home');
    await lab().page.keyboard.type('spin(1600);');
    const asked = await run('edited');
    await lab().waitForIdleKernel();
    await asked.click(asked.output.getByRole('button', { name: 'Compare runs' }));
    await asked.click(lab().page.getByRole('menuitem', { name: /^Compare with previous run/ }));
    await asked.output
      .getByText(/slower/)
      .first()
      .waitFor();
    expect(await asked.openTab()).toBe('Compare');
    await lab().picture('task-changed');
  });

  it('is it noise? The verdict of repeated runs', async () => {
    await run('same');
    await lab().waitForIdleKernel();
    const { output } = await run('same');
    await output.getByText(/6 runs before and 6 after/).waitFor();
    await lab().picture('task-noise');
  });
});
