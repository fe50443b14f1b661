import { expect, it } from 'vitest';
import { lightOptions } from '../../../../kernel-bridge/src/magics/lightOptions';
import { recordingOptionsOf } from '../../../../src/engine/options/recordingOptionsOf';
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

it('a light recording samples no stack and no heap and hooks nothing, whatever is set for others', () => {
  const options = recordingOptionsOf({ ...lightOptions(ALL_ON), gpu: false });
  const { data } = new RecordingHost().start(options).stop();
  expect(data.sources.map(({ source }) => source).sort()).toEqual([
    ...['eventLoop', 'gc', 'helperThreads', 'memory']
  ]);
});
