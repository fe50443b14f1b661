import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tensorboardTraceHandler } from '../../../../../src/compat/mindspore/profiler/tensorboardTraceHandler';
import { loadProfile } from '../../../../../src/compat/torch/finishedProfile';
import { schedule } from '../../../../../src/compat/torch/schedule';
import { linesOf, useTreeProfilers } from '../../../../support/treeProfilers';

const test = useTreeProfilers();

const EACH_OTHER = schedule({ wait: 1, active: 1, repeat: 2 });

async function fourSteps(options: object): Promise<void> {
  const { profiler, range } = test();
  const made = profiler({ schedule: EACH_OTHER, ...options });
  for (let step = 0; step < 4; step++) {
    range(`work ${step}`, () => step);
    await made.step();
  }
  await made.stop();
}

const trace = (tree: string) => path.join(tree, 'KSCOPE_OUTPUT', 'trace_view.json');

describe('the trees of a Profiler', () => {
  it('are one for each cycle, with raw data alone until they are analysed', async () => {
    await fourSteps({});
    const { trees, warnings } = test();
    expect(trees()).toHaveLength(2);
    for (const tree of trees()) {
      expect(readdirSync(tree).sort()).toEqual(['profile.kscope', 'profiler_metadata.json']);
    }
    const [first] = trees();
    const profile = loadProfile(path.join(first, 'profile.kscope'));
    expect(profile.functionEvents.map(({ name }) => name)).toEqual(['ProfilerStep#1', 'work 1']);
    expect(warnings).toEqual([]);
  });

  it('are analysed cycle by cycle with tensorboardTraceHandler()', async () => {
    await fourSteps({ onTraceReady: tensorboardTraceHandler() });
    const { trees, warnings } = test();
    expect(warnings).toEqual([]);
    expect(trees()).toHaveLength(2);
    for (const [at, tree] of trees().entries()) {
      expect(existsSync(trace(tree))).toBe(true);
      expect(existsSync(path.join(tree, 'FRAMEWORK'))).toBe(false);
      const rows = linesOf(tree, 'KSCOPE_OUTPUT', 'step_trace_time.csv').slice(1);
      expect(rows.map(row => row.split(',')[1])).toEqual([String(2 * at + 1)]);
    }
  });

  it('are analysed in a worker thread with the mode async', async () => {
    const { profiler, range, trees, warnings } = test();
    const made = profiler();
    range('work', () => 1);
    await made.analyse({ mode: 'async', pretty: true });
    expect(warnings).toEqual([]);
    expect(linesOf(trace(trees()[0])).length).toBeGreaterThan(10);
  });

  it('can be analysed later by their path, one or all of them', async () => {
    await fourSteps({});
    const { profiler, outputPath, trees } = test();
    const later = profiler({ startProfile: false });
    await later.analyse({ offlinePath: trees()[0], mode: 'async' });
    expect(trees().map(tree => existsSync(trace(tree)))).toEqual([true, false]);
    await later.analyse({ offlinePath: outputPath });
    expect(trees().map(tree => existsSync(trace(tree)))).toEqual([true, true]);
    await expect(later.analyse({ offlinePath: path.join(outputPath, 'none') })).rejects.toThrow(
      /Invalid path: .*none/
    );
  });

  it('that cannot be made are told of once, and are not analysed', async () => {
    const { profiler, outputPath, warnings } = test();
    mkdirSync(path.dirname(outputPath), { recursive: true });
    writeFileSync(outputPath, 'in the way');
    const made = profiler({ outputPath: path.join(outputPath, 'out') });
    await made.stop();
    expect(made.cyclePath).toBeNull();
    expect(made.needsAnalysis).toBe(false);
    await made.analyse();
    made.analyseCycle();
    expect(warnings).toEqual([expect.stringMatching(/^Cannot make the directory .*not written/)]);
  });

  it('tell that they have no steps, and have all of the cycle', async () => {
    const { profiler, trees, warnings } = test();
    const made = profiler();
    await made.stop();
    await made.analyse({ stepList: [7, 8] });
    expect(existsSync(trace(trees()[0]))).toBe(true);
    expect(warnings).toEqual([expect.stringContaining('has no steps, so all of it was analysed')]);
  });
});
