import {
  FORWARD_BACKWARD_FLOW,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG
} from '../../../model/profile/argKeys';
import type { BoundFlows } from './importedFlows';
import type { ImportedTrace } from './importedTrace';

/** Kineto's key of an operator's number, and on a backward operator of its forward one's number. */
export const KINETO_SEQUENCE = 'Sequence number';

/**
 * Renames Kineto's numbers of operators to our keys: operators that an arrow leads to from a forward
 * operator are backward ones.
 */
export function nameSequences({ args, labels, texts }: ImportedTrace, flows: BoundFlows): void {
  if (!texts.has(KINETO_SEQUENCE)) return;
  const { category } = labels.table();
  const backward = new Set(
    flows.to.filter((_, flow) => texts.at(category[flows.label[flow]]) === FORWARD_BACKWARD_FLOW)
  );
  const from = texts.of(KINETO_SEQUENCE);
  args.rename(from, texts.of(STASHED_SEQUENCE_ARG), slice => backward.has(slice));
  args.rename(from, texts.of(SEQUENCE_ARG), () => true);
}
