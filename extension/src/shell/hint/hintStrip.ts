import type { TranslationBundle } from '../../shared/host/translation';
import { Widget } from '@lumino/widgets';
import { element } from '../../shared/elements/dom';

/** Says once how to read a profile; *Got it* takes it away for good. */
export class HintStrip extends Widget {
  constructor(trans: TranslationBundle, onDismiss: () => void) {
    super({ node: element('div', { attributes: { role: 'note' } }) });
    this.node.setAttribute('aria-label', trans.__('How to read a profile'));
    this.addClass('jp-Kernelscope-notice');
    this.addClass('jp-Kernelscope-hint');
    const text = trans.__(
      'Each sentence leads to its evidence. What you select in one view is selected in the others, and a stretch of time that you zoom to in the timeline is on show everywhere.'
    );
    const button = element('button', {
      part: 'button',
      text: trans.__('Got it'),
      attributes: { type: 'button' }
    });
    button.addEventListener('click', () => {
      onDismiss();
      this.dispose();
    });
    this.node.append(element('span', { part: 'noticeText', text }), button);
  }
}
