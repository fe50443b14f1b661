import { KernelscopeError } from '../base/errors';
import type { Profile, ProfileStatus } from '../model/profile';
import type { DumpsOptions } from './dumpsOptions';
import type { FinishedProfile } from './finishedProfile';
import type { ProfileOptions } from './profileOptions';
import type { Recording } from './recording';
import type { RecordingHost } from './recordingHost';

/** A session was asked for results that it does not have yet, or never will. */
export class UnfinishedSessionError extends KernelscopeError {
  constructor() {
    super("can't export a trace that didn't finish running: call stop() or finish() first");
  }
}

/** One stretch of profiling, from its construction to `stop` or `finish`; single-use. */
export class ProfileSession {
  private readonly recording: Recording | null;
  private result: FinishedProfile | null = null;

  constructor(
    private readonly host: RecordingHost,
    { enabled = true, ...options }: ProfileOptions
  ) {
    this.recording = enabled ? host.start(options) : null;
  }

  /** The finished profile. @throws UnfinishedSessionError before the end, or when not enabled. */
  get finished(): FinishedProfile {
    if (!this.result) throw new UnfinishedSessionError();
    return this.result;
  }

  /** The tables of the profile. @throws UnfinishedSessionError as `finished` does. */
  get profile(): Profile {
    return this.finished.data;
  }

  /** Ends the session at once. Later calls do nothing. */
  stop(status: ProfileStatus = 'complete'): void {
    if (this.recording && !this.result) this.result = this.host.keep(this.recording.stop(status));
  }

  /** Ends the session and waits for what arrives late, such as garbage collections. */
  async finish(status: ProfileStatus = 'complete'): Promise<void> {
    if (!this.recording || this.result) return;
    const result = await this.recording.finish(status);
    if (!this.result) this.result = this.host.keep(result);
  }

  /** The same as `stop`. */
  dispose(): void {
    this.stop();
  }

  /** The table of the profile. @throws UnfinishedSessionError as `finished` does. */
  table(options?: DumpsOptions): string {
    return this.finished.dumps(options);
  }
}
