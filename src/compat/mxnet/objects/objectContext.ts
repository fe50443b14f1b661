import type { Recorder } from '../../../record/recorder';
import type { FrameSeries } from './frameSeries';

/** What all objects of one process share. */
export interface ObjectContext {
  readonly recorder: Recorder;
  /** Frames of one domain and name, which are counted together, whoever made the object. */
  frameSeries(name: string, domain: string): FrameSeries;
  /** Tells the user that an object was used in a way that changes nothing. */
  warn(message: string): void;
}
