import type { ICodeCellModel } from '@jupyterlab/cells';
import type { IDisposable } from '@lumino/disposable';
import { Token } from '@lumino/coreutils';
import type { CellProfile } from '../notebook/cellProfile';
import type { ProfiledCell } from '../notebook/notebookProfiles';

/** The maximum number of profiles that are kept of one cell. */
const MAX_RUNS = 10;

/** Knows which profiles a cell had before the one in its output, as long as the notebook is open. */
export interface IRunHistory {
  /** The profile that the cell of another one had before it; null if there was none. */
  previousOf(id: string): CellProfile | null;
  /** The profile that a person pinned for the cell of another one; null if there is none. */
  baselineOf(id: string): CellProfile | null;
  /** Pins a profile as the one that later ones of its cell are compared with. */
  pin(id: string): void;
}

/** Provides the {@link IRunHistory}. */
export const IRunHistory = new Token<IRunHistory>(
  '@kernelscope/labextension:IRunHistory',
  'The profiles that the cells of open notebooks had before.'
);

/** The profiles of a notebook as they come. */
export interface FollowedProfiles {
  readonly changed: {
    connect(slot: () => void): unknown;
    disconnect(slot: () => void): unknown;
  };
  list(): readonly ProfiledCell[];
}

/** The profiles of one cell. */
interface CellRuns {
  /** The newest one is the last. */
  readonly runs: CellProfile[];
  baseline: CellProfile | null;
}

/** Remembers the last {@link MAX_RUNS} profiles of each cell, in memory alone. */
export class RunHistory implements IRunHistory {
  readonly #notebooks = new Set<Map<ICodeCellModel, CellRuns>>();

  /** Follows the profiles of one notebook until what is returned is disposed of. */
  follow(profiles: FollowedProfiles): IDisposable {
    const cells = new Map<ICodeCellModel, CellRuns>();
    this.#notebooks.add(cells);
    const note = (): void => profiles.list().forEach(each => noteRun(cells, each));
    note();
    profiles.changed.connect(note);
    const followed = {
      isDisposed: false,
      dispose: () => {
        followed.isDisposed = true;
        profiles.changed.disconnect(note);
        this.#notebooks.delete(cells);
      }
    };
    return followed;
  }

  previousOf(id: string): CellProfile | null {
    for (const { runs } of this.#cells()) {
      const at = runs.findIndex(run => idOf(run) === id);
      if (at > 0) return runs[at - 1];
    }
    return null;
  }

  baselineOf(id: string): CellProfile | null {
    return this.#cellOf(id)?.baseline ?? null;
  }

  pin(id: string): void {
    const cell = this.#cellOf(id);
    const run = cell?.runs.find(each => idOf(each) === id);
    if (cell && run) cell.baseline = run;
  }

  #cellOf(id: string): CellRuns | undefined {
    return this.#cells().find(({ runs }) => runs.some(run => idOf(run) === id));
  }

  #cells(): readonly CellRuns[] {
    return [...this.#notebooks].flatMap(cells => [...cells.values()]);
  }
}

function noteRun(cells: Map<ICodeCellModel, CellRuns>, { cell, profile }: ProfiledCell): void {
  const known = cells.get(cell) ?? { runs: [], baseline: null };
  cells.set(cell, known);
  if (known.runs.some(run => idOf(run) === idOf(profile))) return;
  known.runs.push(profile);
  if (known.runs.length > MAX_RUNS) known.runs.shift();
}

function idOf({ bundle }: CellProfile): string {
  return bundle.summary.id;
}
