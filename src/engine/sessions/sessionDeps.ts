import type { EventIds } from '../events/eventIds';
import type { RecordingHost } from '../recording/recordingHost';
import type { SessionWarnings } from './sessionWarnings';

export interface SessionDeps {
  readonly host: RecordingHost;
  readonly eventIds: EventIds;
  readonly warnings: SessionWarnings;
}
