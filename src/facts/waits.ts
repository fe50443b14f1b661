import type { ColumnFact } from './shared/fact';
import { OWN_SWITCH } from './shared/recordingOption';

/** Stretches for which a thread had nothing to run, by the line of the `await` that waited. */
export const WAITING_CATEGORY = 'waiting';

/** Name of a wait of which no line is known. */
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
  categories: [WAITING_CATEGORY],
  shown: null
} as const satisfies ColumnFact;
