import type { FindingKind } from '../../../src/model/output/findings';

/**
 * A cell with one planted cause. It may use `sleep(ms)`, `spin(ms)`, `range`, `operator(name, ms)` and
 * `require`.
 */
export interface PlantedCell {
  readonly name: string;
  /** The cell; the cause is on the line that ends with `// here`, if there is one. */
  readonly code: string;
  /** The kind of the first finding; several where they name the cause as well. */
  readonly kinds: readonly FindingKind[];
  /** A text in the first sentence besides the planted line. */
  readonly says?: string;
  /** The kind of a later finding. */
  readonly then?: FindingKind;
  /** Kinds besides these and those of hot code that are true of it. */
  readonly also?: readonly FindingKind[];
  /** The function that the finding of memory is to name; '' if there is to be none. */
  readonly holder?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}
