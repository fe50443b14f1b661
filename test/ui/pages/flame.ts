import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { FlameView } from '../../../extension/src/views/flame/view';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../extension/src/shared/content/selection';
import type { Profile } from '../../../src/model/profile/profile';
import { drawProfile } from '../../support/drawProfile';
import { crowdedFlameProfile, flameProfile } from '../../support/flameProfile';
import { timelineProfile } from '../../support/timelineProfile';
import { wholeContent } from '../../unit/extension/exampleBundle';
import { mounted } from './mounted';

/** What a test of flames has at hand in the page. */
export interface FlamePage {
  readonly view: FlameView;
  readonly store: SelectionStore;
  readonly show: (kind: FlameContent) => void;
}

/** What the page can show. */
export type FlameContent = 'training' | 'slices' | 'crowded' | 'empty';

declare global {
  interface Window {
    flamePage: FlamePage;
  }
}

const PROFILES: Readonly<Record<FlameContent, () => Profile>> = {
  training: flameProfile,
  slices: timelineProfile,
  crowded: crowdedFlameProfile,
  empty: () => drawProfile('')
};

mounted(output => {
  const store = new SelectionStore();
  const view = new FlameView({
    trans: nullTranslator.load('kernelscope'),
    formats: createNumberFormats('en'),
    store
  });
  Widget.attach(view, output);
  const show = (kind: FlameContent): void => {
    const profile = PROFILES[kind]();
    view.setContent(wholeContent(profile));
  };
  show('training');
  window.flamePage = { view, store, show };
  return view;
});
