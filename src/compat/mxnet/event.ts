import { explainDetached } from '../../base/detachedMethods';
import { EVENT_CATEGORY } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { Token } from '../../record/slices/sliceStore';
import { type Duration, DurationObject } from './durationObject';
import type { ObjectContext } from './objectContext';

/** A stretch of its thread, inside what runs there, and around what runs within it. */
export interface Event extends Duration {
  /**
   * Begins to measure. While nothing is recorded it only takes note, so that its `stop` is silent;
   * while it is started it changes nothing, and warns once.
   */
  start(): void;
}

/** Constructor of {@link Event}. */
export interface EventConstructor {
  /**
   * A stretch of its thread, measured from `start` to `stop`, or by `run`. It needs no domain.
   *
   * @throws ObjectNameError if `name` is not a string.
   */
  new (name: string): Event;
}

/** The class `Event` of one process. */
export function createEvent(context: ObjectContext): EventConstructor {
  const { recorder } = context;
  class Event extends DurationObject {
    #label: LabelIndex | null = null;

    constructor(name: string) {
      super(context, 'Event', name);
    }

    // hot
    start(): void {
      if (this.noteStart() && recorder.enabled) this.record(this.begin());
    }

    protected begin(): Token {
      this.#label ??= recorder.label(this.name, EVENT_CATEGORY);
      return recorder.begin(this.#label);
    }

    /** A slice still open inside it would end after it: then it gets a lane, and its thread stays. */
    protected end(token: Token): void {
      if (recorder.slices.innermost === token) {
        recorder.end(token);
        return;
      }
      recorder.moveToLane(token);
      recorder.endAsync(token);
    }

    protected outlastCall(token: Token): void {
      recorder.moveToLane(token);
    }
  }
  explainDetached(Event, 'event', 'fixed');
  return Event;
}
