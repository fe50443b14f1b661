import type { EventIds } from '../events/eventIds';
import type { RecordingHost } from '../recording/recordingHost';
import type { SessionWarnings } from './sessionWarnings';

/** The dependencies of sessions. */
export interface SessionDeps {
  readonly host: RecordingHost;
  /** Numbers the events of all sessions. */
  readonly eventIds: EventIds;
  readonly warnings: SessionWarnings;
}
