import { TakenSlices } from './takenSlices';

/** The position of a reader of a {@link RecordingMirror}, so that it gets only new records. */
export class SeenRecords {
  readonly taken = new TakenSlices();
  labels = 0;
  instants = 0;
  /** Slices that were taken. */
  slices = 0;
  /** For each counter of the recorder the values that were read. */
  readonly values: number[] = [];
  /** For each counter that threads share when its last value was, nanoseconds from the begin. */
  readonly shared: number[] = [];
}
