import { describe, expect, it } from 'vitest';
import { MISUSE } from '../../../../../src/compat/mindspore/profiler/profilerErrors';
import { schedule } from '../../../../../src/compat/torch/schedule';
import { useTestProfilers } from '../../../../support/testProfilers';

const test = useTestProfilers();

const EACH_STEP = schedule({ wait: 0, active: 1 });

describe('dataProcess', () => {
  it.each([
    [true, []],
    [false, [MISUSE.dataProcessWithoutData]]
  ])('with a loop over instrumented data: %s', async (isInstrumented, expected) => {
    const { profiler, warnings } = test();
    const made = profiler({ data_process: true });
    if (isInstrumented) for (const each of made.instrumentIterator([1, 2])) void each;
    await made.stop();
    made.start();
    await made.stop();
    expect(warnings).toEqual(expected);
  });
});

describe('misuse of a Profiler warns in MindSpore’s words and changes nothing', () => {
  it('when it is started twice', () => {
    const { profiler, warnings, calls } = test();
    const made = profiler();
    made.start();
    expect(warnings).toEqual([
      'The profiler has already started. Do not turn on again in the open state.'
    ]);
    expect(calls).toEqual(['begin']);
    void made.stop();
    expect(calls).toEqual(['begin', 'save', 'close']);
  });

  it('when it is stopped without being started, once and twice', async () => {
    const { profiler, warnings, calls } = test();
    const made = profiler({ startProfile: false });
    await made.stop();
    made.start();
    await made.stop();
    await made.stop();
    const text = 'The profiler has not started. Do not turn off again in the closed state.';
    expect(warnings).toEqual([text, text]);
    expect(calls).toEqual(['begin', 'save', 'close']);
  });

  it('when it makes steps without a schedule', async () => {
    const { profiler, warnings, cycles, names } = test();
    const made = profiler();
    await made.step();
    await made.step();
    expect(warnings).toEqual(['With no schedule in the Profiler, step takes no effect!']);
    await made.stop();
    expect(cycles).toHaveLength(1);
    expect(names()).toEqual([[]]);
  });

  it('when it makes steps while it is not started', async () => {
    const { profiler, warnings, calls } = test();
    const made = profiler({ startProfile: false, schedule: EACH_STEP });
    await made.step();
    expect(warnings).toEqual(['Profiler is stopped, step takes no effect!']);
    expect(made.stepNumber).toBe(0);
    expect(calls).toEqual([]);
  });

  it('when it is stopped before the first step of its schedule', async () => {
    const { profiler, warnings, calls } = test();
    const made = profiler({ schedule: EACH_STEP });
    await made.stop();
    expect(warnings).toEqual(['The profiler has schedule. Please use step() to collect data.']);
    expect(made.isStarted).toBe(true);
    await made.step();
    await made.stop();
    expect(calls).toEqual(['begin', 'save', 'begin', 'save', 'close']);
    expect(warnings).toHaveLength(1);
  });

  it('when it is to analyse with a schedule, and stops collecting first', async () => {
    const { profiler, warnings, analyses, calls, parts } = test();
    const { emit } = parts;
    parts.emit = (message, isExiting) => {
      calls.push('warn');
      emit(message, isExiting);
    };
    const made = profiler({ schedule: EACH_STEP });
    await made.step();
    await made.analyse();
    expect(warnings).toEqual([
      "The profiler has schedule. Please use 'on_trace_ready' to analyse data."
    ]);
    expect([made.isStarted, analyses]).toEqual([false, []]);
    expect(calls).toEqual(['begin', 'save', 'begin', 'save', 'close', 'warn']);
  });

  it('and a schedule without a step still ends with dispose, which says so', () => {
    const { profiler, warnings, calls } = test();
    const made = profiler({ schedule: EACH_STEP });
    made.dispose();
    expect(warnings).toEqual(['The profiler has schedule. Please use step() to collect data.']);
    expect(calls).toEqual(['begin', 'save', 'close']);
  });
});
