import { describe, expect, it } from 'vitest';
import { ProfilerArgumentError } from '../../../../src/api/profiler/argumentErrors';
import {
  ConflictingOptionsError,
  readSessionOptions
} from '../../../../src/api/session/sessionOptions';
import { DEFAULT_RECORDING_OPTIONS } from '../../../../src/api/recordingOptions';

describe('readSessionOptions', () => {
  it('records what %%profile does when nothing is said', () => {
    const { optionTexts: _texts, cell: _cell, ...usual } = DEFAULT_RECORDING_OPTIONS;
    for (const options of [undefined, {}]) {
      expect(readSessionOptions(options)).toMatchObject({
        enabled: true,
        recording: usual,
        activities: new Set(['CPU']),
        schedule: null,
        accEvents: false,
        showsMemory: false
      });
    }
  });

  it.each([
    ['recordShapes', 'shapes'],
    ['profileMemory', 'tensorMemory'],
    ['withStack', 'stacks'],
    ['withFlops', 'flops']
  ])('takes %s as another name of %s', (theirs, ours) => {
    for (const value of [true, false]) {
      expect(readSessionOptions({ [theirs]: value }).recording).toMatchObject({ [ours]: value });
      expect(readSessionOptions({ [ours]: value }).recording).toMatchObject({ [ours]: value });
      const both = { [theirs]: value, [ours]: value };
      expect(readSessionOptions(both).recording).toMatchObject({ [ours]: value });
    }
    const conflict = () => readSessionOptions({ [theirs]: true, [ours]: false });
    expect(conflict).toThrow(ConflictingOptionsError);
    expect(conflict).toThrow(`${theirs} and ${ours} are two names of one option`);
  });

  it('shows memory where it was asked for', () => {
    expect(readSessionOptions({ profileMemory: true }).showsMemory).toBe(true);
    expect(readSessionOptions({ tensorMemory: true }).showsMemory).toBe(true);
    expect(readSessionOptions({ profileMemory: false }).showsMemory).toBe(false);
  });

  it.each([
    [{ enabled: 'yes' }, 'enabled expect boolean'],
    [{ name: 5 }, 'name expect string'],
    [{ cpuIntervalUs: 0 }, 'cpuIntervalUs expect number above 0, or null'],
    [{ memoryPeriodMs: 'often' }, 'memoryPeriodMs expect number above 0, or null'],
    [{ allocationBytes: -1 }, 'allocationBytes expect number above 0, or null'],
    [{ async: 'on' }, 'async expect boolean or null'],
    [{ limit: { mode: 'keepAll', slices: 5 } }, "limit expect { mode: 'keepFirst' or 'keepLast'"],
    [{ limit: { mode: 'keepLast', slices: 0 } }, 'slices: a whole number above 0'],
    [{ schedule: {} }, 'schedule expect function'],
    [{ onTraceReady: 'later' }, 'onTraceReady expect function'],
    [{ postProcessingTimeoutMs: NaN }, 'postProcessingTimeoutMs expect number of milliseconds'],
    [{ recordShapes: 1 }, 'recordShapes expect boolean'],
    [{ experimentalConfig: 'all' }, 'experimentalConfig takes one object of named options'],
    [{ experimentalConfig: { traceOnly: 1 } }, 'traceOnly expect boolean'],
    [{ experimentalConfig: { trace_only: true } }, 'Did you mean traceOnly?'],
    [{ record_shapes: true }, 'Did you mean recordShapes?'],
    [{ useCUDA: true }, 'Did you mean useCuda?'],
    ['all', 'profile takes one object of named options']
  ])('refuses %o', (options, text) => {
    const read = () => readSessionOptions(options);
    expect(read).toThrow(ProfilerArgumentError);
    expect(read).toThrow(text);
  });

  it('lists every option with its default where one is unknown', () => {
    const read = () => readSessionOptions({ colour: 'red' });
    expect(read).toThrow('postProcessingTimeoutMs : number of milliseconds, 0 or more');
    expect(read).toThrow("limit : { mode: 'keepFirst' or 'keepLast'");
    expect(read).toThrow("default={ mode: 'keepFirst', slices: 4000000 }");
    expect(read).toThrow("activities : array of 'CPU', 'GPU', optional, default=[ 'CPU' ]");
  });
});
