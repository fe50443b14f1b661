import { OPERATOR_CATEGORIES } from '../../../model/profile/categories';
import type { CallColumns } from '../../../native/gpuActivities';
import { NO_SCOPE } from '../../operators/operatorContext';
import { callName } from '../records/activityNames';
import type { AssemblyInput } from './assemblyInput';
import type { Correlations } from './correlations';

/** The code that allocated a piece of memory. */
export interface MemoryName {
  /** The operator, else the slice that called, else the call. */
  readonly name: string;
  readonly scope: string;
}

/** Finds the code that allocated memory, by the correlation of the call. */
export class MemoryNames {
  /** Names of calls by correlation, for calls that may have allocated memory. */
  readonly #calls: ReadonlyMap<number, string>;

  constructor(
    private readonly input: AssemblyInput,
    private readonly correlations: Correlations
  ) {
    this.#calls = callsOfMemory(input);
  }

  /** The caller of the call with a correlation. */
  of(correlation: number): MemoryName {
    const entry = this.correlations.find(correlation);
    const token = entry < 0 ? -1 : this.correlations.token[entry];
    const row = entry < 0 ? -1 : this.correlations.operator[entry];
    const name = this.#operatorName(row) ?? this.#calls.get(correlation) ?? 'memory';
    return { name, scope: token < 0 ? NO_SCOPE : this.input.scopeOf(token) };
  }

  /** The nearest operator around a row of the recorder's slices, else that slice itself. */
  #operatorName(row: number): string | null {
    const { slices, labels } = this.input.context;
    for (let at = row; at >= 0; at = slices.parent[at]) {
      const label = slices.label[at];
      if (OPERATOR_CATEGORIES.includes(labels.categoryNameOf(label))) return labels.nameOf(label);
    }
    return row < 0 ? null : labels.nameOf(slices.label[row]);
  }
}

function callsOfMemory({ parts }: AssemblyInput): Map<number, string> {
  const wanted = new Set<number>();
  for (const { batch } of parts) for (const each of batch.memory.correlation) wanted.add(each);
  const names = new Map<number, string>();
  if (wanted.size === 0) return names;
  for (const { batch, texts } of parts) addNames(names, wanted, batch.calls, texts);
  return names;
}

/** Adds those of a batch; calls of the runtime before those of the driver within them. */
function addNames(
  names: Map<number, string>,
  wanted: ReadonlySet<number>,
  { length, correlation, name, isDriver }: CallColumns,
  texts: readonly string[]
): void {
  for (let row = 0; row < length; row++) {
    if (!wanted.has(correlation[row])) continue;
    const isInner = isDriver[row] === 1 && names.has(correlation[row]);
    if (!isInner) names.set(correlation[row], callName(texts[name[row]] ?? ''));
  }
}
