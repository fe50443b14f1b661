import type { TranslationBundle } from '@jupyterlab/translation';
import type { Description } from '../shared/description';
import { element } from '../shared/dom';

/** What is selected, in words, and what to do with it. */
export class FlameDetails {
  readonly node = element('div', { part: 'flameDetails' });

  constructor(
    private readonly trans: TranslationBundle,
    private readonly onSandwich: () => void
  ) {
    this.clear();
  }

  show({ title, facts }: Description): void {
    const button = element('button', {
      part: 'button',
      text: this.trans.__('Callers and callees'),
      attributes: { type: 'button' }
    });
    button.addEventListener('click', this.onSandwich);
    this.node.replaceChildren(
      element('span', { part: 'flameDetailsTitle', text: title }),
      ...facts.map(({ label, value }) =>
        element('span', { part: 'flameFact' }, [
          element('span', { part: 'tooltipLabel', text: label }),
          element('span', { text: value })
        ])
      ),
      button
    );
  }

  clear(): void {
    const text = this.trans.__('Click a function to zoom in; the row above leads back.');
    this.node.replaceChildren(element('span', { part: 'flameHint', text }));
  }
}
