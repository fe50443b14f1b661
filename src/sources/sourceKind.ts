import type { Source } from '../record/build/contribution';

/**
 * A kind of source. `Options` are the options of a recording that it reads, `Host` has the services it
 * needs from the recorded process; `engine/recording/sourceTable.ts` lists all kinds.
 */
export interface SourceKind<Options, Host> {
  /** Opens it for all recordings of a host. Nothing is recorded, loaded or changed yet. */
  open(host: Host): OpenKind<Options>;
}

/** A kind of source that is open: it keeps what its sources share. */
export interface OpenKind<Options> {
  /**
   * The sources of this kind for a recording with these options, in the order in which they start.
   * `before` are those of the earlier kinds.
   */
  sources(options: Options, before: readonly Source[]): readonly Source[];
  /** Keeps a profiler attached for so long after a recording, milliseconds. */
  keepFor?(keepMs: number): void;
  /** Detaches a profiler that is kept, if nothing is being recorded. */
  release?(): void;
}
