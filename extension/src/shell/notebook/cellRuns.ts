import type { ICodeCellModel } from '@jupyterlab/cells';
import type { IDisposable } from '@lumino/disposable';
import { type ISignal, Signal } from '@lumino/signaling';
import { type CellFigures, figuresOf } from '../../shared/content/cellFigures';
import type { CellProfile, RunHistory } from './cellProfile';
import type { NotebookProfiles, ProfiledCell } from './notebookProfiles';
import type { Run } from './runChange';

/** A run of a cell and what it took. */
export interface CellRun extends Run {
  readonly figures: CellFigures;
  /** The profile itself; null for all but the last {@link MAX_PROFILES} runs of a cell. */
  readonly profile: CellProfile | null;
}

/** A cell that was profiled, with its runs as far as they were seen, newest last: one at least. */
export interface CellWithRuns {
  readonly cell: ICodeCellModel;
  readonly runs: readonly CellRun[];
}

/** Runs of one cell that are remembered, and those of them whose profiles are. */
const MAX_RUNS = 50;
const MAX_PROFILES = 10;

/** The profiles of a notebook as they come. */
export type FollowedProfiles = Pick<NotebookProfiles, 'changed' | 'cells' | 'list'>;

/**
 * The runs of the cells of one notebook since it was opened. A profile counts for the cell that ran,
 * not for one that shows it again; and a cell that is running keeps its last one.
 */
export class CellRuns implements RunHistory, IDisposable {
  readonly #profiles: FollowedProfiles;
  readonly #changed = new Signal<this, void>(this);
  readonly #runs = new Map<ICodeCellModel, readonly CellRun[]>();
  readonly #baselines = new Map<ICodeCellModel, CellProfile>();
  #shown: readonly ICodeCellModel[] = [];
  #isDisposed = false;

  constructor(profiles: FollowedProfiles) {
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

  /** Whether a profile is one of a run that is remembered. */
  has(id: string): boolean {
    return this.#cellOf(id) !== undefined;
  }

  previousOf(id: string): CellProfile | null {
    const runs = this.#runsOf(id);
    return runs[runs.findIndex(run => run.id === id) - 1]?.profile ?? null;
  }

  baselineOf(id: string): CellProfile | null {
    const cell = this.#cellOf(id);
    return (cell && this.#baselines.get(cell)) ?? null;
  }

  pin(id: string): void {
    const cell = this.#cellOf(id);
    const profile = this.#runsOf(id).find(run => run.id === id)?.profile;
    if (cell && profile) this.#baselines.set(cell, profile);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#profiles.changed.disconnect(this.#read, this);
    this.#runs.clear();
    this.#baselines.clear();
    Signal.clearData(this);
  }

  #read(): void {
    const own = this.#profiles.list().filter(isOfItsCell);
    for (const profiled of own) this.#add(profiled);
    const now = new Set(own.map(({ cell }) => cell));
    this.#shown = this.#profiles.cells().filter(cell => now.has(cell) || isRunning(cell));
    this.#changed.emit();
  }

  #cellOf(id: string): ICodeCellModel | undefined {
    return [...this.#runs].find(([, runs]) => runs.some(run => run.id === id))?.[0];
  }

  #runsOf(id: string): readonly CellRun[] {
    const cell = this.#cellOf(id);
    return (cell && this.#runs.get(cell)) ?? [];
  }

  #add({ cell, profile }: ProfiledCell): void {
    const { bundle } = profile;
    const before = this.#runs.get(cell) ?? [];
    const { id, wallNs } = bundle.summary;
    if (before.some(run => run.id === id)) return;
    const isLight = bundle.isLight === true;
    const run = { id, wallNs, isLight, figures: figuresOf(bundle), profile };
    const [old, recent] = [before.slice(0, 1 - MAX_PROFILES), before.slice(1 - MAX_PROFILES)];
    const runs = [...old.map(each => ({ ...each, profile: null })), ...recent, run];
    this.#runs.set(cell, runs.slice(-MAX_RUNS));
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
