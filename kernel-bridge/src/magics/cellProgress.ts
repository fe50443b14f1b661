import type { MagicSession } from './magicSession';
import type { ActiveRecording } from './profilingHost';

/** The maximum length of a name that is shown, UTF-16 units. */
const MAX_NAME = 200;

/** The cell that is recorded, as far as its progress is concerned. */
export interface FollowedCell {
  readonly name: string | null;
  readonly cellId: string | undefined;
  readonly options: { readonly quiet: boolean };
}

/**
 * Has the progress of one cell's recording shown, unless the cell is quiet, silent, or in no notebook.
 */
export class CellProgress {
  readonly #session: MagicSession;
  readonly #cell: FollowedCell;
  #stopSharing: (() => void) | null = null;

  constructor(session: MagicSession, cell: FollowedCell) {
    this.#session = session;
    this.#cell = cell;
  }

  /** The recording begins; returns it. */
  begin(recording: ActiveRecording): ActiveRecording {
    const { tellProgress, context } = this.#session;
    const { name, cellId, options } = this.#cell;
    const owner = context.current;
    if (owner === null || owner.isSilent || options.quiet || cellId === undefined) return recording;
    const { firstToken } = recording;
    const shown = { parent: owner.request.header, name: name?.slice(0, MAX_NAME) ?? null, cellId };
    tellProgress({ kind: 'begin', cell: { ...shown, firstToken } });
    this.#stopSharing = recording.shareSlices(memory => tellProgress({ kind: 'slices', memory }));
    return recording;
  }

  /** The cell has ended: its profile is being made. */
  prepare(): void {
    if (this.#stopSharing !== null) this.#session.tellProgress({ kind: 'preparing' });
  }

  /** GPUs are still doing the work of the cell, which has ended. */
  wait(): void {
    if (this.#stopSharing !== null) this.#session.tellProgress({ kind: 'waiting' });
  }

  /** The profile is on show, or there is none; safe to call without `begin`. */
  end(): void {
    if (this.#stopSharing === null) return;
    this.#stopSharing();
    this.#stopSharing = null;
    this.#session.tellProgress({ kind: 'end' });
  }
}
