import type { RecordingHost } from '../../../src/engine/recording/recordingHost';
import type { RecordedProfile } from '../../../src/engine/results/recordedProfile';
import { createRange } from '../../../src/engine/annotate/range';

/** The API of a profiler that knows games alone. */
export interface ToyModule {
  /** Records a game under its name. */
  play(name: string, game: () => void): RecordedProfile;
}

/** The API over the recordings of `host`. */
export function createToy(host: RecordingHost): ToyModule {
  const range = createRange(host.recorder);
  return {
    play(name, game) {
      const options = { cpuIntervalUs: null, memoryPeriodMs: null, gpu: null, workers: false };
      const recording = host.start({ ...options, name });
      range(name, game);
      return recording.stop();
    }
  };
}
