import { createInstrument } from '../sources/instrument';
import { createProfile } from './profile';
import { createProfiler } from './profiler';
import { createRange } from './range';
import { RecordingHost } from './recordingHost';

/** The one host of this process: the recorder that everything records into. */
export const host = new RecordingHost();

/** See `ProfileFunction`. */
export const profile = createProfile(host);

/** See `Profiler`. */
export const profiler = createProfiler(host, profile);

/** See `RangeFunction`. */
export const range = createRange(host.recorder);

/** See `Instrument`. */
export const instrument = createInstrument(host);
