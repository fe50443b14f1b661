import { expect, it } from 'vitest';
import { lightOptions } from '../../../../kernel-bridge/src/magics/runCell';
import { recordingOptionsOf } from '../../../../src/engine/arguments/recordingOptionsOf';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { DEFAULT_PROFILE_OPTIONS } from '../../../../src/settings';
import {
  RECORDING_OPTION_NAMES,
  recordingOption,
  valuesOf
} from '../../../../src/settings/table/recordingOptions';

/** Every option on that `%profile config` can set for all recordings. */
const ALL_ON = {
  ...DEFAULT_PROFILE_OPTIONS,
  ...valuesOf(
    RECORDING_OPTION_NAMES.filter(name => recordingOption(name).flag),
    ({ flag }) => flag?.period?.whenBare ?? true
  )
};

it('a light recording samples no heap and hooks nothing, whatever is set for others', () => {
  const options = recordingOptionsOf({ ...lightOptions(ALL_ON), gpu: false });
  const { data } = new RecordingHost().start(options).stop();
  expect(data.sources.map(({ source }) => source).sort()).toEqual([
    ...['callSites', 'cpuSampler', 'gc', 'helperThreads', 'memory', 'nativeThreads']
  ]);
});

it('a light recording without samples has the idle time of the event loop', () => {
  const set = { ...DEFAULT_PROFILE_OPTIONS, cpuIntervalUs: null };
  const { data } = new RecordingHost().start(recordingOptionsOf(lightOptions(set))).stop();
  expect(data.sources.map(({ source }) => source)).toContain('eventLoop');
  expect(data.samples.length).toBe(0);
});

it.each([
  { set: 'auto', taken: 10_000 },
  { set: 1000, taken: 10_000 },
  { set: 50_000, taken: 50_000 },
  { set: null, taken: null }
] as const)(
  'a light recording samples the stack seldom: with --cpu $set every $taken µs',
  ({ set, taken }) => {
    const options = lightOptions({ ...DEFAULT_PROFILE_OPTIONS, cpuIntervalUs: set });
    expect(options.cpuIntervalUs).toBe(taken);
  }
);
