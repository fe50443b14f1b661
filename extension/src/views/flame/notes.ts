import type { TranslationBundle } from '../../shared/content/application';
import { type Profile, heapAmounts } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import type { ProfileContent } from '../../shared/content/profileTab';
import { element } from 'kernelscope/web';
import { heldSlices, lacksSlices } from '../../shared/content/heldSlices';
import { isNested } from './model';
import type { FlameState } from './state';

/** The replacement for flames where there is nothing to show: why, and what to do. */
export function emptyNode(trans: TranslationBundle): HTMLElement {
  return element('div', { part: 'empty' }, [
    element('p', { part: 'emptyTitle', text: trans.__('No calls were recorded in this run.') }),
    element('p', {
      text: trans.__(
        'Run the cell with %1 to sample the CPU, or with %2 to sample what it allocates.',
        '%%profile --cpu',
        '%%profile --allocations'
      )
    })
  ]);
}

/** The notes for people about the numbers on show, in sentences. */
export function flameNotes(
  { profile, query, tree }: FlameState,
  { bundle, isWhole }: ProfileContent,
  { trans, formats }: { readonly trans: TranslationBundle; readonly formats: NumberFormats }
): string {
  const { kind, window } = query;
  const isPart =
    !isWhole && kind === 'operators' && lacksSlices(profile.slices.length, bundle.summary);
  const held = isPart ? heldSlices(profile.slices.length, bundle.summary, { formats, trans }) : '';
  return [
    tree.length === 0 ? trans.__('Nothing was recorded in the visible time range.') : '',
    kind === 'allocations' ? allocationsNote(profile, trans) : '',
    kind === 'allocations' && window !== null
      ? trans.__('Allocations cover the whole run, not only the visible time range.')
      : '',
    isNested(profile, kind)
      ? trans.__(
          'Operators are nested as their slices are; %1 records where they are called.',
          '--stack'
        )
      : '',
    isPart ? trans.__('This shows %1.', held) : ''
  ]
    .filter(sentence => sentence !== '')
    .join(' ');
}

function allocationsNote(profile: Profile, trans: TranslationBundle): string {
  return heapAmounts(profile)[0] === 'alive'
    ? trans.__('Estimated from heap samples of objects that are still alive at the end.')
    : trans.__('Estimated from heap samples, including objects that have been collected since.');
}
