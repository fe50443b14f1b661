import { ProfileError, ProfileVersionError } from 'kernelscope/model';
import { element } from 'kernelscope/web';
import type { TranslationBundle } from '../content/application';

/** The replacement for a profile that cannot be shown: what is wrong, and the error's words. */
export function failureNode(error: unknown, trans: TranslationBundle): HTMLElement {
  return failureBox(failureTitle(error, trans), messageOf(error));
}

/** By class, not by name: class names do not survive the minified build. */
function failureTitle(error: unknown, trans: TranslationBundle): string {
  if (error instanceof ProfileVersionError) {
    return trans.__('This profile was made by another version of Kernelscope.');
  }
  if (error instanceof ProfileError) return trans.__('This output is not a valid profile.');
  return trans.__('This profile cannot be shown.');
}

/** A message about an error, with the error's own text below it. */
export function failureBox(title: string, detail: string): HTMLElement {
  return element('div', { part: 'failure', attributes: { role: 'alert' } }, [
    element('p', { part: 'failureTitle', text: title }),
    element('p', { part: 'failureDetail', text: detail, attributes: { dir: 'auto' } })
  ]);
}

/** The words of an error. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The text shown in place of the table and the timeline if a run has timed nothing: the reason, and what to do. */
export function untimedNode(trans: TranslationBundle): HTMLElement {
  return element('div', { part: 'empty' }, [
    element('p', { part: 'emptyTitle', text: trans.__('Nothing was timed in this run.') }),
    element('p', {
      text: trans.__(
        'Put range("name", () => …) around a step, or run TensorFlow.js operators, to see them here.'
      )
    })
  ]);
}
