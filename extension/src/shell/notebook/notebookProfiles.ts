import { type ICodeCellModel, isCodeCellModel } from '@jupyterlab/cells';
import type { INotebookModel } from '@jupyterlab/notebook';
import type { IOutputModel } from '@jupyterlab/rendermime';
import type { IDisposable } from '@lumino/disposable';
import { type ISignal, Signal } from '@lumino/signaling';
import { type CellProfile, profileOfOutput } from './cellProfile';

/** A code cell whose outputs have a profile. */
export interface ProfiledCell {
  readonly cell: ICodeCellModel;
  /** The last one in its outputs. */
  readonly profile: CellProfile;
}

/**
 * The profiles in the outputs of one notebook, in the order of its cells. Follows cells and outputs
 * as they come and go, and reads each output once.
 */
export class NotebookProfiles implements IDisposable {
  readonly #model: INotebookModel;
  readonly #limit: () => number;
  readonly #changed = new Signal<this, void>(this);
  readonly #read = new WeakMap<IOutputModel, CellProfile | null>();
  readonly #followed = new Set<ICodeCellModel>();
  #isPending = false;
  #isDisposed = false;

  /** `limit` is the maximum size of an output that is read unasked, characters. */
  constructor(model: INotebookModel, limit: () => number) {
    this.#model = model;
    this.#limit = limit;
    model.cells.changed.connect(this.#onCells, this);
    this.#follow();
  }

  /** Emitted once after any number of changes at a time. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** The code cells, with profiles and without. */
  cells(): readonly ICodeCellModel[] {
    return [...this.#followed];
  }

  list(): readonly ProfiledCell[] {
    return [...this.#followed].flatMap(cell => {
      const profile = this.#profileOf(cell);
      return profile === null ? [] : [{ cell, profile }];
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    Signal.clearData(this);
  }

  #profileOf({ outputs }: ICodeCellModel): CellProfile | null {
    for (let at = outputs.length - 1; at >= 0; at--) {
      const profile = this.#profileIn(outputs.get(at));
      if (profile !== null) return profile;
    }
    return null;
  }

  #profileIn(output: IOutputModel): CellProfile | null {
    const known = this.#read.get(output);
    if (known !== undefined) return known;
    const profile = profileOfOutput(output, this.#limit());
    this.#read.set(output, profile);
    return profile;
  }

  #onCells(): void {
    this.#follow();
    this.#tell();
  }

  /** Connecting twice is once. */
  #follow(): void {
    this.#followed.clear();
    for (const cell of this.#model.cells) {
      if (!isCodeCellModel(cell)) continue;
      this.#followed.add(cell);
      cell.outputs.changed.connect(this.#tell, this);
    }
  }

  #tell(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      if (!this.#isDisposed) this.#changed.emit();
    });
  }
}
