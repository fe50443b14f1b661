import { OwnMap } from '../../base/intrinsics/ownMap';
import { OTHER } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { Recorder } from '../../record/recorder';

/** Names of one category that a recording has at most, of each kind. */
export const MAX_NAMES = 200;

/** The origin of a name: a route that a framework declares, or what was found in a request. */
export type NameKind = 'declared' | 'found';

/**
 * The labels of requests. Their number is bounded, since names are made of what clients send: later names
 * of a category become {@link OTHER}. Declared routes have room of their own.
 */
export class RequestNames {
  readonly #pools = new OwnMap<string, OwnMap<string, LabelIndex>>();
  #generation = -1;

  constructor(private readonly recorder: Pick<Recorder, 'label' | 'generation'>) {}

  label(category: string, name: string, kind: NameKind): LabelIndex {
    const pool = this.#pool(category, kind);
    const known = pool.get(name);
    if (known !== undefined) return known;
    if (pool.size >= MAX_NAMES) return this.recorder.label(OTHER, category);
    const label = this.recorder.label(name, category);
    pool.set(name, label);
    return label;
  }

  #pool(category: string, kind: NameKind): OwnMap<string, LabelIndex> {
    if (this.#generation !== this.recorder.generation) {
      this.#pools.clear();
      this.#generation = this.recorder.generation;
    }
    const key = `${kind} ${category}`;
    const known = this.#pools.get(key);
    if (known) return known;
    const created = new OwnMap<string, LabelIndex>();
    this.#pools.set(key, created);
    return created;
  }
}
