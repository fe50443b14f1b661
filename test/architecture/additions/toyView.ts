import { Widget } from '@lumino/widgets';
import type { ProfileContent } from '../../../extension/src/shared/content/profileTab';
import type { ViewEntry } from '../../../extension/src/shell/viewTable';

class ToyView extends Widget {
  setContent({ profile }: ProfileContent): void {
    this.node.textContent = `Played ${profile.meta.name}`;
  }
}

/** A view that shows the name of a profile. */
export const TOY: ViewEntry = {
  key: 'toy',
  label: trans => trans.__('Toy'),
  create: () => Promise.resolve(new ToyView())
};
