import type { BudgetSubject } from '../analysis/budgets/budgetSubject';
import { bundleSections } from '../formats/bundle/bundleSections';
import type { DecodedBundle } from '../formats/bundle/decodeBundle';

/** The profile in a notebook output, for checking against budgets. */
export function bundleSubject({ bundle, profile }: DecodedBundle): BudgetSubject {
  const sections = bundleSections(bundle);
  const isPartial = bundle.overview.partial;
  return { profile, sections, isPartial, hiddenRows: bundle.hiddenRows, areNamesCut: true };
}
