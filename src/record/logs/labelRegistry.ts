import { OwnMap } from '../../base/intrinsics/ownMap';
import type { LabelIndex } from '../../model/profile/profile';
import type { MirrorListener, MirrorOutlet } from './mirrorNews';

/** Labels of one category: the hot look-up from a name to its label. */
export class LabelCategory {
  private readonly rows = new OwnMap<string, LabelIndex>();

  constructor(
    readonly category: string,
    private readonly registry: LabelRegistry
  ) {}

  /** The label of `name` in this category, new or known. */
  label(name: string): LabelIndex {
    return this.rows.get(name) ?? this.add(name);
  }

  private add(name: string): LabelIndex {
    const row = this.registry.append(name, this.category);
    this.rows.set(name, row);
    return row;
  }
}

/** All (name, category) pairs seen by a recorder. Rows are never removed, so labels stay valid. */
export class LabelRegistry {
  private readonly categories = new OwnMap<string, LabelCategory>();
  private readonly names: string[] = [];
  private readonly categoryOf: string[] = [];

  constructor(private readonly outlet: MirrorOutlet) {}

  /** Number of labels. */
  get length(): number {
    return this.names.length;
  }

  /** The look-up for one category; keep it where labels are needed often. */
  category(category: string): LabelCategory {
    const known = this.categories.get(category);
    if (known) return known;
    const created = new LabelCategory(category, this);
    this.categories.set(category, created);
    return created;
  }

  /** Adds a row; {@link LabelCategory} sees to it that no pair is added twice. */
  append(name: string, category: string): LabelIndex {
    const row = this.names.length;
    this.names[row] = name;
    this.categoryOf[row] = category;
    this.outlet.tell({ kind: 'labels', names: [name], categories: [category] });
    return row as LabelIndex;
  }

  /** Sends `listener` all labels so far; later ones go to the outlet. */
  announce(listener: MirrorListener): void {
    listener({ kind: 'labels', names: [...this.names], categories: [...this.categoryOf] });
  }

  /** Name of a label. */
  nameOf(label: number): string {
    return this.names[label];
  }

  /** Category of a label. */
  categoryNameOf(label: number): string {
    return this.categoryOf[label];
  }
}
