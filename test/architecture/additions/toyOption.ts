import type { RecordingOption } from '../../../src/settings/table/recordingOptions';

/** An option that nothing reads. */
export const TOY: RecordingOption<'boolean'> = {
  type: 'boolean',
  default: false,
  light: false,
  flag: { long: 'toy', help: 'play while recording' }
};
