import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import type { Profile } from '../../../src/model/profile/profile';
import { MemoryView } from '../../../extension/src/views/memory/view';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../extension/src/shared/content/selection';
import { drawProfile } from '../../support/drawProfile';
import { memoryProfile } from '../../support/memoryProfile';
import { wholeContent } from '../../unit/extension/exampleBundle';
import { mounted } from './mounted';

/** What a test can do on this page. */
export interface MemoryPage {
  readonly store: SelectionStore;
  readonly view: MemoryView;
  /** Shows one of the profiles that are made up here. */
  show(name: keyof typeof profiles): void;
}

declare global {
  interface Window {
    memoryPage: MemoryPage;
  }
}

const profiles = {
  plain: (): Profile => memoryProfile(),
  counts: (): Profile => memoryProfile({ withCounts: true }),
  large: (): Profile => memoryProfile({ points: 200_000 }),
  allocations: (): Profile => memoryProfile({ withAllocations: true }),
  retained: (): Profile => memoryProfile({ heap: 'alive' }),
  growth: (): Profile => memoryProfile({ withGrowth: true }),
  garbage: (): Profile => memoryProfile({ heap: 'allocated' }),
  collections: (): Profile => memoryProfile({ manyCollections: 2000 }),
  unsampled: (): Profile => drawProfile('main |[cell      ]')
};

mounted(output => {
  const store = new SelectionStore();
  const trans = nullTranslator.load('kernelscope');
  const view = new MemoryView({ trans, formats: createNumberFormats('en'), store });
  const show = (name: keyof typeof profiles): void =>
    view.setContent(wholeContent(profiles[name]()));
  show('plain');
  Widget.attach(view, output);
  window.memoryPage = { store, view, show };
  return view;
});
