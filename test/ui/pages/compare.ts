import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { CompareView } from '../../../extension/src/views/compare/view';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../extension/src/shared/content/selection';
import type { BundleComparison } from '../../../src/model/output/comparison';
import { BY_CHANCE, comparisonOf, ONCE, REPEATED } from '../../support/comparedProfiles';
import { exampleBundle, exampleSummary } from '../../unit/extension/exampleBundle';
import { mounted } from './mounted';

/** What a test can do on this page. */
export interface ComparePage {
  readonly store: SelectionStore;
  readonly view: CompareView;
  /** Shows one of the comparisons that are made up here. */
  show(name: keyof typeof comparisons): void;
}

declare global {
  interface Window {
    comparePage: ComparePage;
  }
}

const comparisons = {
  repeated: (): BundleComparison => comparisonOf(...REPEATED),
  slower: (): BundleComparison => comparisonOf(REPEATED[1], REPEATED[0]),
  once: (): BundleComparison => comparisonOf(...ONCE),
  chance: (): BundleComparison => comparisonOf(...BY_CHANCE),
  nothing: (): null => null
};

mounted(output => {
  const store = new SelectionStore();
  const trans = nullTranslator.load('kernelscope');
  const view = new CompareView({ trans, formats: createNumberFormats('en'), store });
  const summary = exampleSummary({ cellFile: 'Cell [1]' });
  const show = (name: keyof typeof comparisons): void =>
    view.setBundle(exampleBundle({ summary, comparison: comparisons[name]() }));
  Widget.attach(view, output);
  show('repeated');
  window.comparePage = { store, view, show };
  return view;
});
