import type { Recorder } from '../../../record/recorder';
import type { FrameSeries } from './frameSeries';

/** State shared by all objects of one process. */
export interface ObjectContext {
  readonly recorder: Recorder;
  /** Frames of one domain and name, which are counted together, even across objects. */
  frameSeries(name: string, domain: string): FrameSeries;
  /** Warns the user that a use of an object changes nothing. */
  warn(message: string): void;
}
