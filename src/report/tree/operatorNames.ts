import { firstRow } from '../../analysis/window';
import type { Profile } from '../../model/profile';

/** What an operator is called in MindSpore's files. */
export interface OperatorName {
  /** The kind of operator, as the library calls it: `MatMul`. */
  readonly type: string;
  /** With a number of its own where its scope is known, `MatMul-op0`, else the type. */
  readonly name: string;
  /** With the scope: `Default/sequential_1/dense_1/MatMul-op0`; where it is not known, the type. */
  readonly fullName: string;
  /** Number of the process. */
  readonly pid: number;
}

/** The graph of all operators that belong to no other. */
export const DEFAULT_GRAPH = 'Default';

/** The scope of allocations outside of all scopes. */
const NO_SCOPE = '<unk>:';

/** Allocations within an operator that are looked at for one of its own. */
const MOST_ALLOCATIONS = 16;

/**
 * Names operators by their types and scopes. The scope of an operator is that of the memory that it
 * asked for; of the scopes in which a type occurs each gives it a number, in order of first use.
 */
export class OperatorNames {
  /** All names in order of first use. */
  readonly names: OperatorName[] = [];
  private readonly known = new Map<string, number>();
  private readonly scopesOfType = new Map<string, number>();
  /** The string of {@link NO_SCOPE}, or -1. */
  private readonly noScope: number;

  constructor(private readonly profile: Profile) {
    this.noScope = profile.strings.indexOf(NO_SCOPE);
  }

  /** The place in `names` of the operator that a slice is a run of. */
  of(slice: number): number {
    const { slices, labels, strings, tracks } = this.profile;
    const typeRow = labels.name[slices.label[slice]];
    const scopeRow = this.scopeOf(slice, typeRow);
    const { pid } = tracks[slices.track[slice]];
    const key = `${typeRow} ${scopeRow} ${pid}`;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const scope = scopeRow < 0 ? [] : scopeParts(strings[scopeRow]);
    const place = this.names.push({ ...this.nameIn(strings[typeRow], scope), pid }) - 1;
    this.known.set(key, place);
    return place;
  }

  private nameIn(type: string, scope: readonly string[]): Omit<OperatorName, 'pid'> {
    if (scope.length === 0) return { type, name: type, fullName: type };
    const number = this.scopesOfType.get(type) ?? 0;
    this.scopesOfType.set(type, number + 1);
    const name = `${type}-op${number}`;
    return { type, name, fullName: [DEFAULT_GRAPH, ...scope, name].join('/') };
  }

  /** The string of the scope of a slice, or -1 where it is none that is known. */
  private scopeOf(slice: number, type: number): number {
    const { allocations, slices } = this.profile;
    if (allocations.length === 0) return -1;
    const start = slices.start[slice];
    const end = start + slices.duration[slice];
    const first = firstRow(allocations.time, start);
    const last = Math.min(allocations.length, first + MOST_ALLOCATIONS);
    for (let row = first; row < last && allocations.time[row] <= end; row++) {
      if (allocations.name[row] !== type) continue;
      const scope = allocations.scope[row];
      return scope === this.noScope ? -1 : scope;
    }
    return -1;
  }
}

function scopeParts(scope: string): readonly string[] {
  return scope.split(':').filter(part => part !== '');
}
