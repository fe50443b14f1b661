import type { TranslationBundle } from '../shared/content/application';
import { NOTICE_MARKS, type Notice } from './application/notices';
import { button, element } from 'kernelscope/web';
import { failureBox, messageOf } from '../shared/elements/messageNodes';
import type { NumberFormats } from '../shared/content/format';
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
        text: NOTICE_MARKS[level],
        attributes: { 'aria-hidden': 'true' }
      }),
      element('span', { part: 'noticeText', text, attributes: { dir: 'auto' } })
    ])
  );
  return element('div', { attributes: { role: 'status' } }, [
    element('ul', { part: 'notices' }, items)
  ]);
}

/** The contents of a tab until its view has something to show. */
export function waitingNode(trans: TranslationBundle): HTMLElement {
  const text = trans.__('Reading the profile…');
  return element('div', { part: 'empty', attributes: { role: 'status' } }, [
    element('p', { text })
  ]);
}

/** The contents of a tab when the slices in the output cannot be read. */
export function damagedNode(error: unknown, trans: TranslationBundle): HTMLElement {
  const title = trans.__('The slices in this output are damaged. Run the cell again.');
  return failureBox(title, messageOf(error));
}

export interface ViewFailureOptions {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly trans: TranslationBundle;
}

/** The contents of a tab whose view failed: the error's words, and a button to try again. */
export function viewFailureNode({ error, onRetry, trans }: ViewFailureOptions): HTMLElement {
  const title = trans.__('This view could not be shown. The other tabs still work.');
  const node = failureBox(title, messageOf(error));
  node.append(button(trans.__('Try again'), onRetry));
  return node;
}

export interface OversizeOptions {
  /** The limit that was exceeded, characters. */
  readonly limit: number;
  readonly onShow: () => void;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The replacement for a profile over the inline limit: why, and a button that shows it. */
export function oversizeNode({ limit, onShow, formats, trans }: OversizeOptions): HTMLElement {
  const size = formats.bytes(limit);
  return element('div', { part: 'oversize' }, [
    element('p', {
      text: trans.__('This profile is larger than %1, so it is not drawn yet.', size)
    }),
    button(trans.__('Show profile'), onShow)
  ]);
}
