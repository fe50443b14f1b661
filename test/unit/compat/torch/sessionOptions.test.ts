import { describe, expect, it } from 'vitest';
import {
  ProfilerArgumentError,
  UnknownOptionError
} from '../../../../src/engine/arguments/argumentErrors';
import {
  ConflictingOptionsError,
  readSessionOptions
} from '../../../../src/compat/torch/sessionOptions';
import { DEFAULT_RECORDING_OPTIONS } from '../../../../src/engine/arguments/recordingOptions';

describe('readSessionOptions', () => {
  it('records what %%profile does of the CPU but waits, requests and timings when nothing is said', () => {
    const { optionTexts: _texts, cell: _cell, gpu: _gpu, ...usual } = DEFAULT_RECORDING_OPTIONS;
    for (const options of [undefined, {}]) {
      expect(readSessionOptions(options)).toMatchObject({
        enabled: true,
        recording: {
          ...usual,
          waits: false,
          requests: false,
          userTimings: false,
          sampleLabels: false,
          gpu: null
        },
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

  it.each([
    { useCuda: true },
    { activities: ['CPU', 'GPU'] },
    { activities: ['CUDA'] },
    { activities: ['GPU'], useCuda: true }
  ])('records GPUs with %j, and has the profile say why where there are none', options => {
    const { recording } = readSessionOptions(options);
    const gpu = { isRequired: true, level: 2, waits: false, memory: true, counters: true };
    expect(recording.gpu).toMatchObject(gpu);
  });

  it('records memory of GPUs as it does that of tensors, also without the activity CPU', () => {
    const memoryOf = (options: object) => readSessionOptions(options).recording.gpu?.memory;
    expect(memoryOf({ activities: ['GPU'], profileMemory: true })).toBe(true);
    expect(memoryOf({ activities: ['GPU'], tensorMemory: false })).toBe(false);
    expect(memoryOf({ useCuda: true, profileMemory: false })).toBe(false);
  });

  it('records waits for GPUs with enableCudaSyncEvents, and does not call it deprecated', () => {
    const experimentalConfig = { enableCudaSyncEvents: true };
    const { recording, ignored } = readSessionOptions({ useCuda: true, experimentalConfig });
    expect(recording.gpu).toMatchObject({ waits: true, operatorIds: true });
    expect(ignored).toEqual([]);
  });

  it('leaves out the numbers of operators with disableExternalCorrelation', () => {
    const experimentalConfig = { disableExternalCorrelation: true };
    const { recording, ignored } = readSessionOptions({ useCuda: true, experimentalConfig });
    expect(recording.gpu).toMatchObject({ operatorIds: false });
    expect(ignored).toEqual([]);
  });

  it('shows memory where it was asked for', () => {
    expect(readSessionOptions({ profileMemory: true }).showsMemory).toBe(true);
    expect(readSessionOptions({ tensorMemory: true }).showsMemory).toBe(true);
    expect(readSessionOptions({ profileMemory: false }).showsMemory).toBe(false);
  });

  it.each([
    [{ enabled: 'yes' }, 'enabled expect boolean'],
    [{ name: 5 }, 'name expect string'],
    [{ cpuIntervalUs: 0 }, "cpuIntervalUs expect number above 0, 'auto' or null"],
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
    [{ experimentalConfig: { trace_onl: true } }, 'no option trace_onl. Did you mean traceOnly?'],
    [{ record_shape: true }, 'profile has no option record_shape. Did you mean recordShapes?'],
    [{ useCUDA: true }, 'profile has no option useCUDA. Did you mean useCuda?'],
    ['all', 'profile takes one object of named options']
  ])('refuses %o', (options, text) => {
    const read = () => readSessionOptions(options);
    expect(read).toThrow(ProfilerArgumentError);
    expect(read).toThrow(text);
  });

  it('says in two lines what was meant, and which options there are', () => {
    const read = () => readSessionOptions({ recordShape: true });
    expect(read).toThrow(UnknownOptionError);
    expect(read).toThrow(
      /^profile has no option recordShape\. Did you mean recordShapes\?\nIt has enabled, name, [^\n]* and useDevice$/
    );
    expect(() => readSessionOptions({ experimentalConfig: { foo: 1 } })).toThrow(
      /^experimentalConfig has no option foo\.\nIt has recordPythonGcInfo, traceOnly, [^\n]*$/
    );
  });
});
