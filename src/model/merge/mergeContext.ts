import type { LabelTable, Profile, Track } from '../profile/profile';
import { StringTable } from '../build/stringTable';
import type { IndexTarget } from '../../columns/tableSchema';
import { withEqualGpuNumbers } from './mergeGpus';
import { mergeTracks } from './mergeTracks';

/** One profile on its way into a merged one: where its rows and numbers go. */
export interface MergedPart {
  readonly profile: Profile;
  /** Nanoseconds from the merged origin to its own. */
  readonly shiftNs: number;
  /** Merged number of each of its strings, labels and tracks. */
  readonly rows: Pick<MergedRows, 'strings' | 'labels' | 'tracks'>;
}

/** For each list that tables refer to, the merged row of each row of one profile. */
export type MergedRows = Readonly<Record<IndexTarget, ArrayLike<number>>>;

/** The data that all tables of a merged profile refer to. */
export interface MergeContext {
  readonly originNs: bigint;
  readonly strings: StringTable;
  readonly labels: LabelTable;
  readonly tracks: readonly Track[];
  /** In order of their origins. */
  readonly parts: readonly MergedPart[];
}

/** Joins the strings, labels, tracks and GPUs of `ordered`, profiles in order of their origins. */
export function mergeContext(ordered: readonly Profile[]): MergeContext {
  const profiles = withEqualGpuNumbers(ordered);
  const originNs = BigInt(profiles[0].meta.originNs);
  const strings = new StringTable();
  const labels = new MergedLabels();
  const { tracks, numbers } = mergeTracks(profiles);
  const parts = profiles.map((profile, index): MergedPart => {
    const own = Uint32Array.from(profile.strings, text => strings.intern(text));
    return {
      profile,
      shiftNs: Number(BigInt(profile.meta.originNs) - originNs),
      rows: { strings: own, labels: labels.add(profile.labels, own), tracks: numbers[index] }
    };
  });
  return { originNs, strings, labels: labels.table(), tracks, parts };
}

class MergedLabels {
  readonly #name: number[] = [];
  readonly #category: number[] = [];
  readonly #rows = new Map<string, number>();

  add(labels: LabelTable, strings: Uint32Array): Uint32Array {
    return Uint32Array.from({ length: labels.length }, (_, row) =>
      this.#row(strings[labels.name[row]], strings[labels.category[row]])
    );
  }

  table(): LabelTable {
    return {
      length: this.#name.length,
      name: Uint32Array.from(this.#name),
      category: Uint32Array.from(this.#category)
    };
  }

  #row(name: number, category: number): number {
    const key = `${category} ${name}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    this.#name.push(name);
    const row = this.#category.push(category) - 1;
    this.#rows.set(key, row);
    return row;
  }
}
