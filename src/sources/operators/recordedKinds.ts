import { FACT_RECORDS, type FactOptions as OptionsOfFacts } from '../../facts/table';

/** The kinds of records that hooks make, each wanted or not. */
export interface Kinds {
  /** Eager operators and instrumented functions. */
  readonly operators: boolean;
  /** Operators that run inside a compiled graph, such as a session of ONNX Runtime. */
  readonly graphOperators: boolean;
  /** Calls into the public interface of libraries, with their two counters. */
  readonly api: boolean;
  /** Bytes of tensors by device, and each allocation with its scope. */
  readonly tensorMemory: boolean;
  /** Bytes of live tensors, counted for readings but not recorded; false if absent. */
  readonly tensorBytes?: boolean;
  /** Shapes and types of what instrumented functions take and return. */
  readonly facts: boolean;
  /** Layers of models that are applied, each a slice. */
  readonly layers: boolean;
  /** Asynchronous operators until they settle, which is usual; false wants their calls alone. */
  readonly untilSettled?: boolean;
  /** The bytes of every message between threads, not just of buffers; false if absent. */
  readonly messageBytes?: boolean;
}

/** All that one recording requests and others see too, as they share one recorder. */
export interface RequestedKinds
  extends Kinds, Readonly<Partial<Record<keyof OptionsOfFacts, unknown>>> {
  /** The running time of asynchronous slices; false if absent. */
  readonly running?: boolean;
}

/** A kind of records of which an overlapping recording may not have requested any. */
export type SharedKind = keyof RequestedKinds;

/** A recording among those that share hooks: a call releases its kinds, once. */
export interface KindsUser {
  (): void;
  /** The kinds that others have requested while it did not, and of which it sees the records too. */
  readonly ofOthers: ReadonlySet<SharedKind>;
}

interface OpenUser {
  readonly kinds: RequestedKinds;
  readonly ofOthers: Set<SharedKind>;
}

const SHARED_KINDS: readonly SharedKind[] = [
  ...(['operators', 'graphOperators', 'api', 'tensorMemory', 'facts', 'layers'] as const),
  'running',
  ...FACT_RECORDS.flatMap(({ option, sharedCategories = [] }) =>
    option && sharedCategories.length > 0 ? [option.name] : []
  )
];

/**
 * The kinds that at least one open recording requests, for hooks to check. Overlapping recordings share
 * one recorder, which has everything that any of them requested: each leaves out what came for others.
 */
export class RecordedKinds implements Kinds {
  operators = false;
  graphOperators = false;
  api = false;
  tensorMemory = false;
  tensorBytes = false;
  facts = false;
  layers = false;
  untilSettled = true;
  messageBytes = false;
  readonly #users = new Set<OpenUser>();

  acquire(kinds: RequestedKinds): KindsUser {
    const user: OpenUser = { kinds: { ...kinds }, ofOthers: new Set() };
    this.#users.add(user);
    this.#update();
    const release = (): void => {
      this.#users.delete(user);
      this.#update();
    };
    return Object.assign(release, { ofOthers: user.ofOthers });
  }

  #update(): void {
    const users = [...this.#users];
    const wanted = (kind: keyof Kinds) => users.some(({ kinds }) => kinds[kind]);
    this.operators = wanted('operators');
    this.graphOperators = wanted('graphOperators');
    this.api = wanted('api');
    this.tensorMemory = wanted('tensorMemory');
    this.tensorBytes = wanted('tensorBytes');
    this.untilSettled =
      users.length === 0 || users.some(({ kinds }) => kinds.untilSettled !== false);
    this.facts = wanted('facts');
    this.layers = wanted('layers');
    this.messageBytes = wanted('messageBytes');
    const shared = SHARED_KINDS.filter(kind => users.some(({ kinds }) => kinds[kind] === true));
    for (const { kinds, ofOthers } of users) {
      shared.filter(kind => kinds[kind] !== true).forEach(kind => ofOthers.add(kind));
    }
  }
}

/** The options of a recording that ask for the shapes and types of tensors. */
export interface FactOptions {
  readonly shapes: boolean;
  readonly tensors: boolean;
  readonly flops: boolean;
}

/** True if a recording keeps the shapes and types of operators' inputs and outputs. */
export function wantsFacts({ shapes, tensors, flops }: FactOptions): boolean {
  return shapes || tensors || flops;
}
