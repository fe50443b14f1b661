import { type ICodeCellModel, isCodeCellModel } from '@jupyterlab/cells';
import type { INotebookModel } from '@jupyterlab/notebook';
import type { IDisposable } from '@lumino/disposable';
import { type ISignal, Signal } from '@lumino/signaling';
import type { CellProfile } from '../notebook/cellProfile';
import type { NotebookProfiles, ProfiledCell } from '../notebook/notebookProfiles';
import { type FileHeat, fileHeats, isWarm, leadingCost } from './fileHeat';
import { executionCountOf, matchCell } from './matchCell';

/** The heat of one cell, and the cell whose output has the profile that it is from. */
export interface CellHeat {
  readonly cell: ICodeCellModel;
  readonly heat: FileHeat;
  readonly source: ProfiledCell;
}

/**
 * Which cells of a notebook have heat: those that a profile in an output has line costs of. Of several
 * profiles of a cell the one that was run last counts. Follows profiles and runs.
 */
export class NotebookHeat implements IDisposable {
  readonly #model: INotebookModel;
  readonly #profiles: NotebookProfiles;
  readonly #changed = new Signal<this, void>(this);
  readonly #heats = new WeakMap<CellProfile, Promise<FileHeat[]>>();
  readonly #cleared = new WeakSet<CellProfile>();
  #cells: ReadonlyMap<ICodeCellModel, CellHeat> = new Map();
  #latest = 0;
  #isDisposed = false;

  constructor(model: INotebookModel, profiles: NotebookProfiles) {
    this.#model = model;
    this.#profiles = profiles;
    profiles.changed.connect(this.#onProfiles, this);
    model.cells.changed.connect(this.#followRuns, this);
    this.#onProfiles();
    this.#followRuns();
  }

  /** Emitted when cells have other heat than before. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  get cells(): ReadonlyMap<ICodeCellModel, CellHeat> {
    return this.#cells;
  }

  /** Takes away the heat of all profiles that there are, until cells are profiled again. */
  clear(): void {
    for (const { profile } of this.#profiles.list()) this.#cleared.add(profile);
    this.#onProfiles();
  }

  /** The cell that the profile in the output of `origin` calls `file`; null if it is not there any more. */
  async find(origin: ICodeCellModel, file: string): Promise<CellHeat | null> {
    const source = this.#profiles.list().find(({ cell }) => cell === origin);
    if (source === undefined) return null;
    const heats = await this.#heatsOf(source.profile);
    const heat = heats.find(each => each.file === file);
    const cell = heat && this.#cellOf(heat, source);
    return heat && cell ? { cell, heat, source } : null;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#latest++;
    Signal.disconnectReceiver(this);
    Signal.clearData(this);
  }

  #onProfiles(): void {
    void this.#refresh();
  }

  /** Of refreshes that overlap the last one counts. */
  async #refresh(): Promise<void> {
    const turn = ++this.#latest;
    const cells = new Map<ICodeCellModel, CellHeat>();
    for (const source of this.#inOrder()) {
      const heats = await this.#heatsOf(source.profile);
      if (turn !== this.#latest) return;
      for (const heat of heats) this.#place(heat, source, cells);
    }
    if (turn !== this.#latest || isSame(cells, this.#cells)) return;
    this.#cells = cells;
    this.#changed.emit();
  }

  /** The profiles to show, that of the last run at the end. */
  #inOrder(): ProfiledCell[] {
    const run = ({ profile }: ProfiledCell): number =>
      executionCountOf(profile.bundle.summary.cellFile ?? '') ?? 0;
    return this.#profiles
      .list()
      .filter(({ profile }) => !this.#cleared.has(profile))
      .sort((a, b) => run(a) - run(b));
  }

  #place(heat: FileHeat, source: ProfiledCell, cells: Map<ICodeCellModel, CellHeat>): void {
    const cell = isWarm(heat) ? this.#cellOf(heat, source) : null;
    if (cell !== null) cells.set(cell, { cell, heat, source });
  }

  #cellOf(heat: FileHeat, { cell }: ProfiledCell): ICodeCellModel | null {
    if (heat.isProfiled) return cell;
    const cells = [...this.#model.cells].filter(isCodeCellModel).map(each => ({
      cell: each,
      text: each.sharedModel.getSource(),
      executionCount: each.executionCount
    }));
    return matchCell(heat, cells)?.cell ?? null;
  }

  /** A damaged profile has no heat; its output says what is wrong with it. */
  #heatsOf(profile: CellProfile): Promise<FileHeat[]> {
    const known = this.#heats.get(profile);
    if (known) return known;
    const heats = profile.content().then(
      content => fileHeats(content.profile, leadingCost(profile.bundle.findings)),
      () => []
    );
    this.#heats.set(profile, heats);
    return heats;
  }

  /** Connecting twice is once. */
  #followRuns(): void {
    for (const cell of this.#model.cells) cell.stateChanged.connect(this.#onState, this);
  }

  #onState(_: unknown, { name }: { readonly name: string }): void {
    if (name === 'executionCount') this.#onProfiles();
  }
}

function isSame(
  a: ReadonlyMap<ICodeCellModel, CellHeat>,
  b: ReadonlyMap<ICodeCellModel, CellHeat>
): boolean {
  return a.size === b.size && [...a].every(([cell, { heat }]) => b.get(cell)?.heat === heat);
}
