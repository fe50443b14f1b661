import type { ButtonIcon, ButtonIcons, TranslationBundle } from '../../shared/content/application';
import { element } from 'kernelscope/web';
import type { ActionMessage } from './exportContext';

/** The words and pictures of a {@link questionStrip}. */
export interface QuestionLook {
  readonly trans: TranslationBundle;
  readonly icons: ButtonIcons;
}

/** A message with its choices, and a button that puts it away; every button calls `onDone` first. */
export function questionStrip(
  { level, text, choices }: ActionMessage,
  { trans, icons }: QuestionLook,
  onDone: () => void
): HTMLElement {
  const mark = element('span', {
    part: 'noticeMark',
    text: level === 'warning' ? '⚠' : 'ℹ',
    attributes: { 'aria-hidden': 'true' }
  });
  const buttons = choices.map(({ label, run }, index) => {
    const part = index === 0 ? 'button jp-mod-primary' : 'button';
    const button = element('button', { part, text: label, attributes: { type: 'button' } });
    button.addEventListener('click', () => {
      onDone();
      run();
    });
    return button;
  });
  const sentence = element('span', { part: 'questionText', text, attributes: { dir: 'auto' } });
  const role = level === 'warning' ? 'alert' : 'status';
  const content = element('div', { part: 'questionContent' }, [
    element('div', { part: 'questionBody', attributes: { role } }, [sentence]),
    element('div', { part: 'questionChoices' }, buttons)
  ]);
  const parts = [mark, content, dismissButton(trans, icons.close, onDone)];
  return element('div', { part: `question jp-mod-${level}` }, parts);
}

function dismissButton(
  trans: TranslationBundle,
  icon: ButtonIcon,
  onDone: () => void
): HTMLElement {
  const label = trans.__('Dismiss');
  const button = element('button', {
    part: 'dismiss',
    attributes: { type: 'button', title: label, 'aria-label': label }
  });
  button.append(icon.element({ tag: 'span' }));
  button.addEventListener('click', onDone);
  return button;
}
