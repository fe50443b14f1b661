import { packageOfCallee, type StackChange } from 'kernelscope/analysis';
import { element } from 'kernelscope/web';
import type { TranslationBundle } from '../../shared/content/application';
import type { FlameState } from './state';
import type { FlameWords } from './words';

/** A change with the button that makes it. */
export interface OfferedChange {
  readonly text: string;
  readonly title: string;
  readonly change: StackChange;
}

/** The changes that can be made with a function. */
export function offeredChanges(
  { profile }: Pick<FlameState, 'profile'>,
  callee: number,
  trans: TranslationBundle
): readonly OfferedChange[] {
  const name = packageOfCallee(profile, callee);
  const offered: OfferedChange[] = [
    {
      text: trans.__('Focus'),
      title: trans.__('Show only what this function called'),
      change: { type: 'focus', callee }
    },
    {
      text: trans.__('Merge'),
      title: trans.__('Leave this function out, and give its time to its callers'),
      change: { type: 'merge', callee }
    },
    {
      text: trans.__('Collapse'),
      title: trans.__('Have this function stand for all that it called'),
      change: { type: 'collapse', callee }
    }
  ];
  if (name === undefined) return offered;
  const text = name === null ? trans.__('Only own code') : trans.__('Only %1', name);
  const title = trans.__('Show only functions of this package');
  return [...offered, { text, title, change: { type: 'package', name } }];
}

/** The changes that are made, each with a button that takes it back. */
export class FlameChanges {
  readonly node: HTMLElement;

  constructor(
    private readonly words: FlameWords,
    private readonly trans: TranslationBundle,
    private readonly onChange: (changes: readonly StackChange[]) => void
  ) {
    const attributes = { role: 'group', 'aria-label': trans.__('Changes made to the calls') };
    this.node = element('div', { part: 'flameCrumbs', attributes });
  }

  /** Shows those of `state`; nothing where there are none. */
  show(state: FlameState): void {
    const { changes } = state;
    const items = changes.map((change, at) => {
      const text = this.trans.__('%1 ×', this.#text(state, change));
      const title = this.trans.__('Take back: %1', this.#text(state, change));
      const attributes = { type: 'button', title, 'aria-label': title };
      const button = element('button', { part: 'flameCrumb', text, attributes });
      button.addEventListener('click', () =>
        this.onChange(changes.filter((_, other) => other !== at))
      );
      return element('li', {}, [button]);
    });
    this.node.replaceChildren(element('ol', { part: 'flameCrumbList' }, items));
    this.node.hidden = changes.length === 0;
  }

  #text({ profile }: FlameState, change: StackChange): string {
    const { trans } = this;
    if (change.type === 'package') {
      return change.name === null ? trans.__('Only own code') : trans.__('Only %1', change.name);
    }
    const name = this.words.name(profile, change.callee);
    if (change.type === 'focus') return trans.__('Focus on %1', name);
    return change.type === 'merge' ? trans.__('Without %1', name) : trans.__('%1 collapsed', name);
  }
}
