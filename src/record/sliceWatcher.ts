import type { LabelIndex } from '../model/profile';
import type { Token } from './sliceStore';

/** Told of every slice of a thread at the time, whichever recordings there are. Never throws. */
export interface SliceWatcher {
  /** A slice has begun, inside those of the thread that are open. */
  began(token: Token, label: LabelIndex): void;
  /** A slice ends; those inside it may still be open. */
  ended(token: Token): void;
  /** An open slice leaves the thread for an async lane. */
  movedToLane(token: Token): void;
  /** A slice has begun on an async lane. */
  beganAsync(token: Token, label: LabelIndex): void;
  /** A slice of an async lane ends. */
  endedAsync(token: Token): void;
}
