import type { CellProfile } from './cellProfile';

/** Knows which profiles a cell had before the one in its output, as long as the notebook is open. */
export interface RunHistory {
  /** The profile that the cell of another one had before it; null if there was none. */
  previousOf(id: string): CellProfile | null;
  /** The profile that a person pinned for the cell of another one; null if there is none. */
  baselineOf(id: string): CellProfile | null;
  /** Pins a profile as the one that later ones of its cell are compared with. */
  pin(id: string): void;
}
