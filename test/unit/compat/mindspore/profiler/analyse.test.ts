import { describe, expect, it } from 'vitest';
import { CycleAnalysisError } from '../../../../../src/compat/mindspore/profiler/analyseCycles';
import { StepListError } from '../../../../../src/compat/mindspore/outputTree/analyseOptions';
import { schedule } from '../../../../../src/compat/torch/schedule';
import { ProfilerArgumentError } from '../../../../../src/engine/arguments/argumentErrors';
import { useTestProfilers } from '../../../../support/testProfilers';

const test = useTestProfilers();

const USUAL = { pretty: false, stepList: null, dataSimplification: true };

describe('analyse of a Profiler', () => {
  it('stops it first, and has analysed the cycle when it returns', () => {
    const { profiler, calls, analyses } = test();
    const made = profiler();
    void made.analyse();
    expect(calls).toEqual(['begin', 'save', 'close']);
    expect(analyses).toEqual([{ directory: 'cycle 1', where: 'here', ...USUAL }]);
    expect(made.isStarted).toBe(false);
  });

  it('takes all cycles since the last analysis, with what it is told', async () => {
    const { profiler, analyses } = test();
    const made = profiler({ dataSimplification: false });
    await made.stop();
    made.start();
    await made.analyse({ pretty: true, stepList: [2, 3], mode: 'sync' });
    const how = { where: 'here', pretty: true, stepList: [2, 3], dataSimplification: false };
    const both = ['cycle 1', 'cycle 2'].map(directory => ({ directory, ...how }));
    expect(analyses).toEqual(both);
    made.start();
    await made.analyse();
    expect(analyses.slice(2).map(({ directory }) => directory)).toEqual(['cycle 3']);
    await made.analyse();
    expect(analyses.slice(3).map(({ directory }) => directory)).toEqual(['cycle 3']);
  });

  it('works in a worker thread with the mode async', async () => {
    const { profiler, analyses } = test();
    const made = profiler();
    const analysed = made.analyse({ mode: 'async' });
    expect(analyses).toEqual([]);
    await analysed;
    expect(analyses).toEqual([{ directory: 'cycle 1', where: 'worker', ...USUAL }]);
  });

  it('takes an offline path in place of its own cycles', async () => {
    const { profiler, analyses } = test();
    const made = profiler({ startProfile: false });
    await made.analyse({ offlinePath: 'elsewhere' });
    expect(analyses.map(({ directory }) => directory)).toEqual(['elsewhere']);
  });

  it('warns where there is nothing to analyse', async () => {
    const { profiler, warnings, analyses } = test();
    await profiler({ startProfile: false }).analyse();
    await profiler({ path: 'out' }).analyse();
    expect(warnings).toEqual([
      'Profiler has recorded nothing yet that could be analysed',
      'Profiler: the files in out are complete without analyse()'
    ]);
    expect(analyses).toEqual([]);
  });

  it('goes on after a directory that fails, and says which did', async () => {
    const { profiler, parts, analyses } = test();
    const { here, ...others } = parts.analysis;
    parts.analysis = {
      ...others,
      here: (directory, options) => {
        if (directory === 'cycle 2') return here(directory, options);
        throw new Error(`${directory} is damaged`);
      }
    };
    const made = profiler();
    for (let cycle = 1; cycle < 3; cycle++) {
      await made.stop();
      made.start();
    }
    const failed = made.analyse();
    await expect(failed).rejects.toThrow(CycleAnalysisError);
    await expect(failed).rejects.toThrow('cycle 1 is damaged\ncycle 3 is damaged');
    expect(analyses.map(({ directory }) => directory)).toEqual(['cycle 2']);
    made.start();
    await made.stop();
    await expect(made.analyse()).rejects.toThrow('cycle 4 is damaged');
  });

  it('warns of what is missing in what was recorded', () => {
    const { profiler, parts, warnings } = test();
    parts.analysis = { ...parts.analysis, here: () => ({ notes: ['the end is missing'] }) };
    void profiler().analyse();
    expect(warnings).toEqual(['the end is missing']);
  });

  it.each([
    [{ stepList: [1, 3] }, 'Invalid value for stepList: [1, 3]'],
    [{ stepList: [] }, 'Invalid value for stepList: []'],
    [{ stepList: [3, 2] }, 'Invalid value for stepList: [3, 2]'],
    [{ stepList: [1.5] }, 'Invalid value for stepList: [1.5]'],
    [{ stepList: [-1, 0] }, 'Invalid value for stepList: [-1, 0]'],
    [{ stepList: ['1'] }, 'Invalid value for stepList: [1]'],
    [{ stepList: 3 }, 'Invalid value for stepList: 3']
  ])('refuses %j', async (options, text) => {
    const made = test().profiler({ startProfile: false });
    const failed = made.analyse(options as { stepList: number[] });
    await expect(failed).rejects.toThrow(StepListError);
    await expect(failed).rejects.toThrow(text);
  });

  it.each([
    [{ mode: 'later' }, "Invalid value for mode: 'later'. It is 'sync' or 'async'."],
    [{ pretty: 1 }, "Invalid Parameter format for pretty expect boolean but value='1'"],
    [{ offlinePath: 7 }, "Invalid Parameter format for offlinePath expect string but value='7'"],
    [{ step_lis: [1] }, 'analyse has no option step_lis. Did you mean stepList?']
  ])('refuses %j', async (options, text) => {
    const made = test().profiler();
    const failed = made.analyse(options as object);
    await expect(failed).rejects.toThrow(ProfilerArgumentError);
    await expect(failed).rejects.toThrow(text);
    expect(made.isStarted).toBe(true);
    made.dispose();
  });

  it('of the newest cycle alone is for handlers, also with a schedule', async () => {
    const { profiler, analyses } = test();
    const made = profiler({
      schedule: schedule({ wait: 0, active: 1 }),
      onTraceReady: given => given.analyseCycle()
    });
    await made.step();
    await made.step();
    await made.stop();
    const directories = analyses.map(({ directory }) => directory);
    expect(directories).toEqual(['cycle 1', 'cycle 2', 'cycle 3']);
  });
});
