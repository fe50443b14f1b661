import type { TranslationBundle } from '@jupyterlab/translation';
import { ProfileError, ProfileVersionError } from 'kernelscope/model';
import type { Notice } from './notices';
import { element } from './shared/dom';
import type { NumberFormats } from './shared/format';
import type { SummaryItem } from './summary';

/** The summary line as a list of labelled figures. */
export function summaryList(items: readonly SummaryItem[], trans: TranslationBundle): HTMLElement {
  const pairs = items.map(({ label, value, explanation, emphasis }) =>
    element(
      'div',
      {
        part: emphasis === 'warning' ? 'figure jp-mod-warning' : 'figure',
        attributes: explanation === '' ? {} : { title: explanation }
      },
      [
        element('dt', { part: 'figureLabel', text: label }),
        element('dd', { part: 'figureValue', text: value })
      ]
    )
  );
  return element(
    'dl',
    { part: 'summary', attributes: { 'aria-label': trans.__('Summary of the profile') } },
    pairs
  );
}

/** Notices, one below the other; a warning says so to those who do not see its colour. */
export function noticeList(notices: readonly Notice[]): HTMLElement {
  const items = notices.map(({ level, text }) =>
    element('li', { part: `notice jp-mod-${level}` }, [
      element('span', {
        part: 'noticeMark',
        text: level === 'warning' ? '⚠' : 'ℹ',
        attributes: { 'aria-hidden': 'true' }
      }),
      element('span', { part: 'noticeText', text, attributes: { dir: 'auto' } })
    ])
  );
  return element('div', { attributes: { role: 'status' } }, [
    element('ul', { part: 'notices' }, items)
  ]);
}

/** What stands in place of a profile that cannot be shown: what is wrong, and the error's words. */
export function failureNode(error: unknown, trans: TranslationBundle): HTMLElement {
  const message = error instanceof Error ? error.message : String(error);
  return element('div', { part: 'failure', attributes: { role: 'alert' } }, [
    element('p', { part: 'failureTitle', text: failureTitle(error, trans) }),
    element('p', { part: 'failureDetail', text: message, attributes: { dir: 'auto' } })
  ]);
}

/** By class, not by name: class names do not survive the minified build. */
function failureTitle(error: unknown, trans: TranslationBundle): string {
  if (error instanceof ProfileVersionError) {
    return trans.__('This profile was made by another version of Kernelscope.');
  }
  if (error instanceof ProfileError) return trans.__('This output is not a valid profile.');
  return trans.__('This profile cannot be shown.');
}

/** What {@link oversizeNode} says and does. */
export interface OversizeOptions {
  /** The limit that was exceeded, characters. */
  readonly limit: number;
  readonly onShow: () => void;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** What stands in place of a profile over the inline limit: why, and a button that shows it. */
export function oversizeNode({ limit, onShow, formats, trans }: OversizeOptions): HTMLElement {
  const size = formats.bytes(limit);
  const button = element('button', {
    part: 'button jp-mod-styled',
    text: trans.__('Show profile'),
    attributes: { type: 'button' }
  });
  button.addEventListener('click', onShow);
  return element('div', { part: 'oversize' }, [
    element('p', {
      text: trans.__('This profile is larger than %1, so it is not drawn yet.', size)
    }),
    button
  ]);
}

/** What stands in place of a table of times without rows: why, and what to do. */
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

/** What stands in place of tables when the filter leaves no row. */
export function noMatchNode(trans: TranslationBundle): HTMLElement {
  const text = trans.__('No name contains this text.');
  return element('div', { part: 'empty' }, [element('p', { text })]);
}
