import type { TranslationBundle } from '../../shared/host/translation';
import type { HandoffFailure } from './perfettoHandoff';

/** The text of the first hand-off to a site, before it opens that site. */
export function consentText({ origin }: URL, trans: TranslationBundle): string {
  return trans.__(
    'Opens %1 in a new tab. The trace is handed over inside your browser; nothing is uploaded.',
    origin
  );
}

/** Why no tab was opened. */
export function notOpenedText(
  { host }: URL,
  reason: 'blocked' | 'offline',
  trans: TranslationBundle
): string {
  if (reason === 'offline') {
    return trans.__('This browser is offline, so %1 cannot be opened.', host);
  }
  return trans.__('The browser blocked the new tab. Allow pop-ups for this page, then try again.');
}

/** Why a tab was opened but has no trace. */
export function notHandedOverText(
  { host }: URL,
  failure: HandoffFailure,
  trans: TranslationBundle
): string {
  if (failure === 'closed') {
    return trans.__(
      'The tab with %1 was closed before it had the trace, or its server does not let this page reach it.',
      host
    );
  }
  return trans.__(
    '%1 did not answer in time. It may be unreachable, slow, or not a Perfetto UI.',
    host
  );
}

/** The text when Perfetto has the trace; it asks the person first about pages it does not know. */
export function handedOverText(
  { host }: URL,
  asksForTrust: boolean,
  trans: TranslationBundle
): string {
  if (!asksForTrust) return trans.__('%1 has the trace.', host);
  return trans.__('%1 has the trace. It may ask whether to trust this page: choose Yes.', host);
}
