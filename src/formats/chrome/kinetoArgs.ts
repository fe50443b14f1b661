import {
  BLOCK_ARG,
  CLUSTER_ARG,
  GRID_ARG,
  INPUT_SHAPES_ARG,
  INPUT_TENSORS_ARG,
  INPUT_TYPES_ARG,
  OUTPUT_SHAPES_ARG,
  OUTPUT_TENSORS_ARG,
  OUTPUT_TYPES_ARG,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG
} from '../../model/profile/argKeys';
import type { Profile } from '../../model/profile/profile';
import { quoteText } from '../shared/text/jsonWriter';

/** Keys under which Kineto has the same values. */
const KINETO_KEYS: ReadonlyMap<string, string> = new Map([
  [INPUT_SHAPES_ARG, 'Input Dims'],
  [INPUT_TYPES_ARG, 'Input type'],
  [SEQUENCE_ARG, 'Sequence number'],
  [STASHED_SEQUENCE_ARG, 'Sequence number']
]);

/** Keys whose texts are JSON. */
const JSON_KEYS: readonly string[] = [
  INPUT_SHAPES_ARG,
  INPUT_TYPES_ARG,
  INPUT_TENSORS_ARG,
  OUTPUT_SHAPES_ARG,
  OUTPUT_TYPES_ARG,
  OUTPUT_TENSORS_ARG,
  GRID_ARG,
  BLOCK_ARG,
  CLUSTER_ARG
];

/** The names of arguments, by the string index of their key. */
export interface ArgWords {
  /** Other keys than those of the profile, as JSON texts. */
  readonly keys: ReadonlyMap<number, string>;
  /** The keys whose texts are JSON and become values. */
  readonly jsonKeys: ReadonlySet<number>;
  /** A key that keeps its name in slices that have `unless`, which would be called the same. */
  readonly kept: { readonly key: number; readonly unless: number };
}

/** {@link ArgWords} of Kineto; null where no argument has another key. */
export function kinetoArgWords({ strings }: Profile): ArgWords | null {
  const keys = new Map<number, string>();
  for (const [own, word] of KINETO_KEYS) {
    const row = strings.indexOf(own);
    if (row >= 0) keys.set(row, quoteText(word));
  }
  const jsonKeys = new Set(JSON_KEYS.map(key => strings.indexOf(key)).filter(row => row >= 0));
  if (keys.size === 0 && jsonKeys.size === 0) return null;
  const kept = {
    key: strings.indexOf(SEQUENCE_ARG),
    unless: strings.indexOf(STASHED_SEQUENCE_ARG)
  };
  return { keys, jsonKeys, kept };
}
