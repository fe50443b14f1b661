import type { TranslationBundle } from '@jupyterlab/translation';
import { element } from '../shared/dom';
import type { NumberFormats } from '../shared/format';
import type { ProfileContent } from '../shared/profileTab';

/** What stands in place of a timeline without anything on it: why, and what to do. */
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
  { bundle, profile }: ProfileContent,
  trans: TranslationBundle,
  formats: NumberFormats
): string {
  return trans.__(
    'The longest %1 of %2 slices are shown; grey shading shows where the others are.',
    formats.count(profile.slices.length),
    formats.count(bundle.summary.slices)
  );
}
