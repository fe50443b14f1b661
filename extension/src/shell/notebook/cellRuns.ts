import type { ICodeCellModel } from '@jupyterlab/cells';
import type { IDisposable } from '@lumino/disposable';
import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';
import type { CellFigures } from '../../shared/content/cellFigures';
import { figuresOf } from '../../shared/content/cellFigures';
import type { NotebookProfiles, ProfiledCell } from './notebookProfiles';
import type { Run } from './runChange';

/** A run of a cell and what it took. */
export interface CellRun extends Run {
  readonly figures: CellFigures;
}

/** A cell that was profiled, with its runs as far as they were seen, newest last: one at least. */
export interface CellWithRuns {
  readonly cell: ICodeCellModel;
  readonly runs: readonly CellRun[];
}

/** Runs of one cell that are remembered. */
const MAX_RUNS = 50;

/**
 * The runs of the cells of one notebook since it was opened. A profile counts for the cell that ran,
 * not for one that shows it again; and a cell that is running keeps its last one.
 */
export class CellRuns implements IDisposable {
  readonly #profiles: NotebookProfiles;
  readonly #changed = new Signal<this, void>(this);
  readonly #runs = new WeakMap<ICodeCellModel, readonly CellRun[]>();
  #shown: readonly ICodeCellModel[] = [];
  #isDisposed = false;

  constructor(profiles: NotebookProfiles) {
    this.#profiles = profiles;
    profiles.changed.connect(this.#read, this);
    this.#read();
  }

  /** Emitted when there may be another run. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** In the order of the cells. */
  list(): readonly CellWithRuns[] {
    return this.#shown.flatMap(cell => {
      const runs = this.#runs.get(cell);
      return runs === undefined ? [] : [{ cell, runs }];
    });
  }

  /** Looks again which cells are running. */
  refresh(): void {
    this.#read();
  }

  dispose(): void {
    this.#isDisposed = true;
    Signal.clearData(this);
  }

  #read(): void {
    const own = this.#profiles.list().filter(isOfItsCell);
    for (const profiled of own) this.#add(profiled);
    const now = new Set(own.map(({ cell }) => cell));
    this.#shown = this.#profiles.cells().filter(cell => now.has(cell) || isRunning(cell));
    this.#changed.emit();
  }

  #add({ cell, profile: { bundle } }: ProfiledCell): void {
    const before = this.#runs.get(cell) ?? [];
    const { id, wallNs } = bundle.summary;
    if (before.some(run => run.id === id)) return;
    const run = { id, wallNs, isLight: bundle.isLight === true, figures: figuresOf(bundle) };
    this.#runs.set(cell, [...before, run].slice(-MAX_RUNS));
  }
}

/** False for a profile that a cell shows again, or of another notebook. */
function isOfItsCell({ cell, profile }: ProfiledCell): boolean {
  const { cellFile } = profile.bundle.summary;
  const count = cell.executionCount;
  return cellFile !== null && (count === null || cellFile === `Cell [${count}]`);
}

function isRunning({ executionState }: ICodeCellModel): boolean {
  return executionState === 'running';
}
