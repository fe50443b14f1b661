import { OwnMap } from '../../base/intrinsics/ownMap';
import { OTHER } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { MirrorListener, MirrorOutlet } from './mirrorNews';

/** Pairs of a name and a category kept at most, and characters of them in all: a program may make up names for ever. */
const MAX_LABELS = 1 << 17;
const MAX_CHARACTERS = 1 << 25;

/** Categories with names that did not fit kept at most. */
const MAX_CATEGORIES = 1 << 10;

/** Labels of one category: the hot look-up from a name to its label. */
export class LabelCategory {
  readonly #rows = new OwnMap<string, LabelIndex>();
  /** The label of all names that did not fit, once there are some. */
  #other: LabelIndex | null = null;

  constructor(
    readonly category: string,
    private readonly registry: LabelRegistry
  ) {}

  /** The label of `name` in this category, new or known. */
  label(name: string): LabelIndex {
    return this.#rows.get(name) ?? this.#add(name);
  }

  #add(name: string): LabelIndex {
    const row = this.registry.take(name, this.category);
    if (row === null) return (this.#other ??= this.registry.append(OTHER, this.category));
    this.#rows.set(name, row);
    return row;
  }
}

/**
 * All (name, category) pairs seen by a recorder. Rows are never removed, so labels stay valid. Names beyond a limit
 * become one of their category.
 */
export class LabelRegistry {
  readonly #categories = new OwnMap<string, LabelCategory>();
  readonly #names: string[] = [];
  readonly #categoryOf: string[] = [];
  #characters = 0;
  #refused = 0;

  constructor(
    private readonly outlet: MirrorOutlet,
    private readonly maxLabels: number = MAX_LABELS
  ) {}

  /** How often a name was asked for that did not fit. */
  get dropped(): number {
    return this.#refused;
  }

  /** Whether there are as many as may be; one that is dropped before has no room for its text. */
  get hasMost(): boolean {
    return this.#names.length >= this.maxLabels;
  }

  get length(): number {
    return this.#names.length;
  }

  /** The look-up for one category; keep it where labels are needed often. */
  category(category: string): LabelCategory {
    const known = this.#categories.get(category);
    if (known) return known;
    const isFull = this.#isFull(category) && this.#categories.size >= MAX_CATEGORIES;
    if (isFull && category !== OTHER) return this.category(OTHER);
    const created = new LabelCategory(category, this);
    this.#categories.set(category, created);
    return created;
  }

  /** Adds a row while there is room, else returns null; {@link LabelCategory} sees to it that no pair is added twice. */
  take(name: string, category: string): LabelIndex | null {
    if (!this.#isFull(name)) return this.append(name, category);
    this.#refused++;
    return null;
  }

  /** Adds a row, for which there is always room. */
  append(name: string, category: string): LabelIndex {
    const row = this.#names.length;
    this.#names[row] = name;
    this.#categoryOf[row] = category;
    this.#characters += name.length;
    this.outlet.tell({ kind: 'labels', names: [name], categories: [category] });
    return row as LabelIndex;
  }

  #isFull(text: string): boolean {
    return this.#names.length >= this.maxLabels || this.#characters + text.length > MAX_CHARACTERS;
  }

  /** Sends `listener` all labels so far; later ones go to the outlet. */
  announce(listener: MirrorListener): void {
    listener({ kind: 'labels', names: [...this.#names], categories: [...this.#categoryOf] });
  }

  nameOf(label: number): string {
    return this.#names[label];
  }

  categoryNameOf(label: number): string {
    return this.#categoryOf[label];
  }
}
