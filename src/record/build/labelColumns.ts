import type { LabelTable } from '../../model/profile/profile';
import type { StringTable } from '../../model/build/stringTable';
import type { RecordedLabels } from '../recordedData';

/** The recorder's labels, then those that contributions add, as columns of a profile. */
export class LabelColumns {
  readonly #name: number[] = [];
  readonly #category: number[] = [];
  readonly #added = new Map<string, number>();

  constructor(
    registry: RecordedLabels,
    private readonly strings: StringTable
  ) {
    for (let label = 0; label < registry.length; label++) {
      this.#name.push(strings.intern(registry.nameOf(label)));
      this.#category.push(strings.intern(registry.categoryNameOf(label)));
    }
  }

  /** The name of a label that is known. */
  nameOf(label: number): string {
    return this.strings.at(this.#name[label]);
  }

  categoryNameOf(label: number): string {
    return this.strings.at(this.#category[label]);
  }

  /** The label of a contributed slice; the recorder's own labels keep their rows. */
  label(name: string, category: string): number {
    const key = `${category}\u0000${name}`;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    this.#name.push(this.strings.intern(name));
    const row = this.#category.push(this.strings.intern(category)) - 1;
    this.#added.set(key, row);
    return row;
  }

  /** The finished table. */
  table(): LabelTable {
    return {
      length: this.#name.length,
      name: Uint32Array.from(this.#name),
      category: Uint32Array.from(this.#category)
    };
  }
}
