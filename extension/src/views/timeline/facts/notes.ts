import type { TranslationBundle } from '../../../shared/host/translation';
import { element } from '../../../shared/elements/dom';
import type { NumberFormats } from '../../../shared/content/format';
import { heldSlices } from '../../../shared/content/heldSlices';
import type { ProfileContent } from '../../../shared/content/profileTab';

/** The replacement for a timeline without anything on it: why, and what to do. */
export function emptyNode(trans: TranslationBundle): HTMLElement {
  return element('div', { part: 'empty' }, [
    element('p', { part: 'emptyTitle', text: trans.__('Nothing was timed in this run.') }),
    element('p', {
      text: trans.__(
        'Put range("name", () => …) around a step, or run TensorFlow.js operators, to see them here.'
      )
    })
  ]);
}

/** How much of the profile a partial timeline shows. */
export function partialText(
  { bundle, profile, density }: ProfileContent,
  trans: TranslationBundle,
  formats: NumberFormats
): string {
  const held = heldSlices(profile.slices.length, bundle.summary, { formats, trans });
  return density === null
    ? trans.__('This shows %1.', held)
    : trans.__('This shows %1; grey shading shows where the others are.', held);
}
