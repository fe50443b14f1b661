import { StackBuilder } from '../../src/model/build/stackBuilder';
import { StringTable } from '../../src/model/build/stringTable';
import { emptyTable } from '../../src/columns/tableSchema';
import type { ContributionContext } from '../../src/record/build/contribution';
import { LabelColumns } from '../../src/record/build/labelColumns';

/** A context for contributions to a profile without slices; what a test is about replaces the rest. */
export function contributionContext(
  given: Partial<ContributionContext> = {}
): ContributionContext & { readonly labels: LabelColumns } {
  const strings = given.strings ?? new StringTable();
  const none = { length: 0, nameOf: () => '', categoryNameOf: () => '' };
  const labels = new LabelColumns(none, strings);
  return {
    strings,
    stacks: new StackBuilder(),
    originNs: 0n,
    endNs: 0n,
    mainTrack: 0,
    slices: emptyTable('slices'),
    rowOfToken: () => -1,
    label: labels.label.bind(labels),
    addTrack: () => 0,
    ...given,
    labels
  };
}
