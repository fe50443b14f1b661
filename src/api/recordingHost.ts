import { monotonicClock } from '../record/clock';
import { Recorder } from '../record/recorder';
import { CpuAttachment } from '../sources/cpuAttachment';
import type { SourceMapper } from '../sources/sourceMapper';
import { identityMapper } from '../sources/sourceMapper';
import type { FinishedProfile } from './finishedProfile';
import { ProfileHistory } from './profileHistory';
import { processFacts } from './processFacts';
import { Recording } from './recording';
import type { RecordingOptions } from './recordingOptions';
import { DEFAULT_RECORDING_OPTIONS } from './recordingOptions';
import { createSources } from './sourceSet';

/** How the surroundings of a recording differ from a plain Node program. */
export interface HostSettings {
  /** Leads CPU samples to the lines the user wrote. */
  readonly mapper: SourceMapper;
  /** Files are shown relative to this folder. */
  readonly folder: string;
}

/** Owns what all recordings of a process share: the recorder, V8's profiler, the history. */
export class RecordingHost {
  readonly recorder = new Recorder({ clock: monotonicClock });
  readonly history = new ProfileHistory();
  readonly cpu = new CpuAttachment();
  private settings: HostSettings = { mapper: identityMapper, folder: process.cwd() };

  /** Tells of surroundings other than a plain Node program; for kernels. */
  configure(settings: Partial<HostSettings>): void {
    this.settings = { ...this.settings, ...settings };
  }

  /** Starts a recording with these options over the defaults. */
  start(options: Partial<RecordingOptions> = {}): Recording {
    const complete = { ...DEFAULT_RECORDING_OPTIONS, ...options };
    const { recorder } = this;
    const sources = createSources(complete, { recorder, cpu: this.cpu, ...this.settings });
    const parts = { recorder, facts: processFacts, sources, sliceCostNs: 0 };
    return new Recording(parts, complete);
  }

  /** Notes a profile as the newest and returns it. */
  keep(profile: FinishedProfile): FinishedProfile {
    this.history.add(profile);
    return profile;
  }
}
