import type { ColumnFact } from './shared/fact';
import { OWN_SWITCH } from './shared/recordingOption';

/** Stretches for which a thread had nothing to run, by the line of the `await` that waited. */
export const WAITING_CATEGORY = 'waiting';

/**
 * Turns of the event loop in which the thread had something to run at once, as slices of a nanosecond beside the waits: code
 * between them did not run without a pause. They are no time that anything took.
 */
export const LOOP_TURN_CATEGORY = 'event loop turn';

/** Name of a wait of which no line is known, and of turns of the event loop. */
export const EVENT_LOOP_WAIT = '(event loop)';

/** The awaits at which code waits, and what ended each wait, as slices on a track of their thread. */
export const WAITS = {
  name: 'waits',
  records: [
    {
      source: { name: 'waits', title: 'Waiting', isLate: true },
      option: {
        ...OWN_SWITCH,
        name: 'waits',
        after: 'async',
        default: true,
        flag: { long: 'waits', help: 'find the awaits that the code waits at' }
      }
    }
  ],
  categories: [WAITING_CATEGORY, LOOP_TURN_CATEGORY],
  shown: null
} as const satisfies ColumnFact;
