import type { ProgressCell, ProgressNews } from '../protocol/outputMessages';
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
  #isTold = false;

  constructor(session: MagicSession, cell: FollowedCell) {
    this.#session = session;
    this.#cell = cell;
  }

  /** A heap snapshot is about to be taken. */
  takeSnapshot(): void {
    const cell = this.#shownCell();
    if (cell !== null) this.#tell({ kind: 'snapshot', cell });
  }

  /** The recording begins; returns it. */
  begin(recording: ActiveRecording): ActiveRecording {
    const cell = this.#shownCell();
    if (cell === null) return recording;
    const { firstToken } = recording;
    this.#tell({ kind: 'begin', cell: { ...cell, firstToken } });
    this.#stopSharing = recording.shareSlices(memory => this.#tell({ kind: 'slices', memory }));
    return recording;
  }

  /** The cell has ended: its profile is being made. */
  prepare(): void {
    if (this.#stopSharing !== null) this.#tell({ kind: 'preparing' });
  }

  /** GPUs are still doing the work of the cell, which has ended. */
  wait(): void {
    if (this.#stopSharing !== null) this.#tell({ kind: 'waiting' });
  }

  /** The profile is on show, or there is none; safe to call without `begin`. */
  end(): void {
    this.#stopSharing?.();
    this.#stopSharing = null;
    if (this.#isTold) this.#tell({ kind: 'end' });
    this.#isTold = false;
  }

  #tell(news: ProgressNews): void {
    this.#isTold = true;
    this.#session.tellProgress(news);
  }

  /** Null where no progress is shown. */
  #shownCell(): Omit<ProgressCell, 'firstToken'> | null {
    const { name, cellId, options } = this.#cell;
    const owner = this.#session.context.current;
    if (owner === null || owner.isSilent || options.quiet || cellId === undefined) return null;
    return { parent: owner.request.header, name: name?.slice(0, MAX_NAME) ?? null, cellId };
  }
}
