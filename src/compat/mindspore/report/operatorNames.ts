import { enclosingOf } from '../../../analysis/slices/nesting';
import { firstRow } from '../../../analysis/slices/window';
import { LAYER_CATEGORY } from '../../../model/profile/categories';
import type { Profile } from '../../../model/profile/profile';

/** The name of an operator in MindSpore's files. */
export interface OperatorName {
  /** The kind of operator, as the library calls it: `MatMul`. */
  readonly type: string;
  /** With a number if its scope is known, `MatMul-op0`, else the type. */
  readonly name: string;
  /** With the scope: `Default/sequential_1/dense_1/MatMul-op0`; the type if the scope is unknown. */
  readonly fullName: string;
  /** Number of the process. */
  readonly pid: number;
}

/** The graph of all operators that belong to no other. */
export const DEFAULT_GRAPH = 'Default';

/** The scope of allocations outside of all scopes. */
const NO_SCOPE = '<unk>:';

/** Between the parts of a scope. */
const SEPARATOR = ':';

/** The maximum number of allocations within an operator that are searched for one of its own. */
const MOST_ALLOCATIONS = 16;

/**
 * Names operators by their types and scopes. The scope of an operator is the layers around it or, if
 * there are none, that of the memory it allocated; each scope in which a type occurs gets a number, in
 * order of first use.
 */
export class OperatorNames {
  /** All names in order of first use. */
  readonly names: OperatorName[] = [];
  readonly #known = new Map<string, number>();
  /** Those outside of all scopes, by label and track. */
  readonly #knownPlain = new Map<number, number>();
  readonly #scopesOfType = new Map<string, number>();
  /** The scopes of slices by their parents. */
  readonly #layersWithin = new Map<number, string>();
  /** The strings of {@link NO_SCOPE} and of the category of layers, or -1. */
  readonly #noScope: number;
  readonly #layerCategory: number;
  /** The slice around each slice, or -1; empty if there are no layers. */
  readonly #around: Int32Array;

  constructor(private readonly profile: Profile) {
    this.#noScope = profile.strings.indexOf(NO_SCOPE);
    this.#layerCategory = profile.strings.indexOf(LAYER_CATEGORY);
    this.#around = this.#layerCategory < 0 ? new Int32Array(0) : enclosingOf(profile);
  }

  // hot
  /** The place in `names` of the operator that a slice is a run of. */
  of(slice: number): number {
    const { slices, labels } = this.profile;
    const scope = this.#scopeOf(slice);
    if (scope !== '') return this.#placeOf(slice, scope);
    const plain = slices.track[slice] * labels.length + slices.label[slice];
    const known = this.#knownPlain.get(plain);
    if (known !== undefined) return known;
    const place = this.#placeOf(slice, scope);
    this.#knownPlain.set(plain, place);
    return place;
  }

  #placeOf(slice: number, scope: string): number {
    const { slices, labels, strings, tracks } = this.profile;
    const typeRow = labels.name[slices.label[slice]];
    const { pid } = tracks[slices.track[slice]];
    const key = `${typeRow} ${pid} ${scope}`;
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    const place = this.names.push({ ...this.#nameIn(strings[typeRow], partsOf(scope)), pid }) - 1;
    this.#known.set(key, place);
    return place;
  }

  /** The layers around a slice, or the scope of its memory; empty for none. */
  #scopeOf(slice: number): string {
    const layers = this.#layerCategory < 0 ? '' : this.#layersIn(this.#outerOf(slice));
    return layers || this.#memoryScopeOf(slice);
  }

  #nameIn(type: string, scope: readonly string[]): Omit<OperatorName, 'pid'> {
    if (scope.length === 0) return { type, name: type, fullName: type };
    const number = this.#scopesOfType.get(type) ?? 0;
    this.#scopesOfType.set(type, number + 1);
    const name = `${type}-op${number}`;
    return { type, name, fullName: [DEFAULT_GRAPH, ...scope, name].join('/') };
  }

  /** The layers around the content of a slice, the outermost first; empty for none. */
  #layersIn(slice: number): string {
    const path: number[] = [];
    let at = slice;
    for (; at >= 0 && !this.#layersWithin.has(at); at = this.#outerOf(at)) path.push(at);
    let layers = this.#layersWithin.get(at) ?? '';
    for (const each of path.reverse()) {
      layers += this.#layerPart(each);
      this.#layersWithin.set(each, layers);
    }
    return layers;
  }

  /** The slice around a slice on its track; if there is none, its cause. */
  #outerOf(slice: number): number {
    return this.#around[slice] >= 0 ? this.#around[slice] : this.profile.slices.parent[slice];
  }

  #layerPart(slice: number): string {
    const { slices, labels, strings } = this.profile;
    const label = slices.label[slice];
    if (labels.category[label] !== this.#layerCategory) return '';
    return strings[labels.name[label]] + SEPARATOR;
  }

  /** The scope of the memory that a slice allocated; empty if unknown. */
  #memoryScopeOf(slice: number): string {
    const { allocations, slices, labels, strings } = this.profile;
    if (allocations.length === 0) return '';
    const type = labels.name[slices.label[slice]];
    const start = slices.start[slice];
    const end = start + slices.duration[slice];
    const first = firstRow(allocations.time, start);
    const last = Math.min(allocations.length, first + MOST_ALLOCATIONS);
    for (let row = first; row < last && allocations.time[row] <= end; row++) {
      if (allocations.name[row] !== type) continue;
      const scope = allocations.scope[row];
      return scope === this.#noScope ? '' : strings[scope];
    }
    return '';
  }
}

function partsOf(scope: string): readonly string[] {
  return scope.split(SEPARATOR).filter(part => part !== '');
}
