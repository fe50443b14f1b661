import { KernelscopeError } from '../../base/errors';
import { NS_PER_MS } from '../../base/time';
import type { Clock } from '../../base/clock';
import type { Profile } from '../../model/profile/profile';
import type { EventIds } from './eventIds';
import type { EventList } from './eventList';
import { functionEventsOf } from './functionEventsOf';
import type { SessionWarnings } from '../../engine/sessions/sessionWarnings';

/** Events were requested from a session that keeps only the trace. */
export class TraceOnlyError extends KernelscopeError {
  constructor() {
    super(
      'The session has a trace and no events: it was recorded with traceOnly. ' +
        'Record without it for events'
    );
  }
}

/** The inputs of a session's events. */
export interface SessionEventsDeps {
  readonly ids: EventIds;
  readonly now: Clock;
  readonly warnings: SessionWarnings;
  /** Milliseconds after which the events made so far have to do. */
  readonly timeoutMs: number;
  /** Whether memory has columns in tables and its own events. */
  readonly showsMemory: boolean;
  /** Whether input shapes have a column in tables. */
  readonly showsShapes: boolean;
  readonly withFlops: boolean;
}

/**
 * The events of a profile; not all of them, with a warning, when it takes longer than `timeoutMs`,
 * and with 0 none.
 */
export function sessionEvents(profile: Profile, parts: SessionEventsDeps): EventList {
  const { ids, now, timeoutMs, warnings, showsMemory, showsShapes, withFlops } = parts;
  const begun = now();
  let isOverdue = false;
  const hasTimedOut = (): boolean => {
    isOverdue = Number(now() - begun) >= timeoutMs * NS_PER_MS;
    return isOverdue;
  };
  const events = functionEventsOf(profile, ids, {
    profileMemory: showsMemory,
    memoryEvents: showsMemory,
    recordShapes: showsShapes,
    withFlops,
    hasTimedOut
  });
  if (isOverdue) {
    warnings.warn(
      `Making the events took longer than postProcessingTimeoutMs (${timeoutMs} ms): ` +
        `only the first ${events.length} are available`
    );
  }
  return events;
}
