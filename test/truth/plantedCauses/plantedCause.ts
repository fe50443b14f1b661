import type { CauseName } from '../../../src/model/output/causes';

/**
 * A cell with a known cause on the line that ends with `// here`; or, with none, the same code where it is not what takes
 * the time. Cells may use `sleep(ms)` and `require`, and scale their work by `n`.
 */
export interface PlantedCause {
  readonly name: string;
  readonly code: string;
  /** Null where nothing is to be cured. */
  readonly cause: CauseName | null;
  readonly options?: Readonly<Record<string, unknown>>;
}
