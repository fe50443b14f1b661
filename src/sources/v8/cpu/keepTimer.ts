import { intrinsics } from '../../../base/intrinsics/intrinsics';
/** What {@link KeepTimer} does with what it keeps. */
export interface KeptThing {
  /** Throws away what has piled up, and goes on. */
  renew(): void;
  /** Lets go. */
  release(): void;
}

/** Keeps something for a while after its last use; does not keep the process alive. */
export class KeepTimer {
  private timer: NodeJS.Timeout | null = null;

  /** `renewMs`: how often what has piled up is thrown away, milliseconds. */
  constructor(private readonly renewMs: number) {}

  /** Releases `kept` in `leftMs` milliseconds, and renews it until then; forgets what was before. */
  start(leftMs: number, kept: KeptThing): void {
    this.stop();
    const waitMs = Math.min(leftMs, this.renewMs);
    const next = (): void => {
      if (leftMs <= waitMs) return kept.release();
      kept.renew();
      this.start(leftMs - waitMs, kept);
    };
    this.timer = setTimeout(() => intrinsics.own(next), waitMs).unref();
  }

  /** Does nothing more. */
  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}
