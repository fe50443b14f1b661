import { intrinsics } from '../../../base/intrinsics/intrinsics';
/** The profiler that {@link KeepTimer} keeps. */
export interface KeptThing {
  /** Discards accumulated samples, and continues. */
  renew(): void;
  /** Releases it. */
  release(): void;
}

/** Keeps something for a while after its last use; does not keep the process alive. */
export class KeepTimer {
  #timer: NodeJS.Timeout | null = null;

  /** `renewMs`: how often accumulated samples are discarded, milliseconds. */
  constructor(private readonly renewMs: number) {}

  /** Releases `kept` in `leftMs` milliseconds, and renews it until then; replaces the previous one. */
  start(leftMs: number, kept: KeptThing): void {
    this.stop();
    const waitMs = Math.min(leftMs, this.renewMs);
    const next = (): void => {
      if (leftMs <= waitMs) return kept.release();
      kept.renew();
      this.start(leftMs - waitMs, kept);
    };
    this.#timer = setTimeout(() => intrinsics.own(next), waitMs).unref();
  }

  /** Does nothing more. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
