import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useTasks } from './tenTasks';

describe('questions to a profile', () => {
  const { lab, indexOf, run } = useTasks();

  it('which line is slow? The first sentence', { tags: 'night' }, async () => {
    const { finding } = await run('slowLine');
    expect(await finding.innerText()).toMatch(
      /^Line Cell \[\d+\]:3 took \d.*if \(!seen\.includes\("id" \+ i\)\)/
    );
  });

  it('which await waits? The first sentence', { tags: 'night' }, async () => {
    const { finding } = await run('waits');
    expect(await finding.innerText()).toMatch(
      /^The thread waited .* at Cell \[\d+\]:4, for a timer: await sleep\(1500\);$/
    );
  });

  it('which step was slow? A remark; a click shows it in the timeline', async () => {
    await lab().run(indexOf('steps'));
    const asked = await run('slowStep');
    const remark = asked.remark(/runs of step/);
    expect(await remark.innerText()).toMatch(
      /^\d+ of 30 runs of step took (up to )?[\d.]+ m?s \(run 17\)/
    );
    await asked.click(remark);
    expect(await asked.openTab()).toBe('Timeline');
    await expect.poll(() => isInSight(asked.output.locator('canvas').first())).toBe(true);
    await lab().picture('task-slow-step');
  });

  it('which function allocates? The first row of the memory view', async () => {
    await lab().run(indexOf('memory'));
    const asked = await run('allocates');
    await asked.click(asked.output.getByRole('tab', { name: 'Memory' }));
    expect(await asked.firstAllocation()).toMatch(/^churn/);
  });

  it('who calls this? Its flame as a sandwich', async () => {
    const asked = await run('callers');
    await asked.click(asked.output.getByRole('tab', { name: 'Flame' }));
    await asked.type(asked.output.getByRole('searchbox'), 'parse');
    await asked.choose(asked.output.getByLabel('As'), 'sandwich');
    const tree = asked.output.getByRole('treegrid');
    await expect.poll(() => tree.innerText()).toMatch(/loadUsers[^]*loadOrders/);
    await tree.scrollIntoViewIfNeeded();
    await lab().picture('task-callers');
  });

  it('why is the GPU idle? A sentence', async () => {
    const { output } = await run('gpu');
    const sentence = output.getByRole('region', { name: 'Findings' }).getByRole('button', {
      name: /^GPU 0 was idle for/
    });
    expect(await sentence.innerText()).toMatch(/while the host/);
    await lab().picture('task-gpu');
  });

  it('what does the profiler cost? A figure above the views', async () => {
    const { output } = await run('callers', { hasRun: true });
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
