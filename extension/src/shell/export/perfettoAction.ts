import type { IDisposable } from '@lumino/disposable';
import type { ISettingsSource } from '../application/settings';
import type { ProfileContent } from '../../shared/content/profileTab';
import { isLoopback, safeAddress } from '../../shared/elements/webAddress';
import type { TranslationBundle } from '../../shared/content/application';
import type { ExportContext } from './exportContext';
import { exportFailed, partText } from './exportMessages';
import type { PerfettoConsent } from './perfettoConsent';
import {
  type HandoffFailure,
  type HandoffOptions,
  type PerfettoHandoff,
  type PerfettoTrace,
  HandoffError,
  openPerfetto
} from './perfettoHandoff';
import { downloadTrace, fileName, loadFormats } from './profileDownload';
import { contentAtHand, isAbort, wholeContent } from './wholeContent';

/** The dependencies of {@link PerfettoAction}. */
export interface PerfettoActionOptions extends ExportContext {
  readonly settings: ISettingsSource;
  readonly consent: PerfettoConsent;
  /** File name of the notebook; empty when it is not known. */
  readonly notebook: string;
  readonly handoff?: HandoffOptions;
}

type GetContent = () => Promise<ProfileContent>;

/** *Open in Perfetto*: asks once for each site, opens it, hands the trace over, says what came of it. */
export class PerfettoAction implements IDisposable {
  readonly #options: PerfettoActionOptions;
  #handoff: PerfettoHandoff | null = null;
  #isDisposed = false;

  constructor(options: PerfettoActionOptions) {
    this.#options = options;
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Where traces go; null when there is no such place, and only downloads make sense. */
  get address(): URL | null {
    return safeAddress(this.#options.settings.current.perfettoUrl);
  }

  /** To be called in the click that asks for it. */
  run(): void {
    const { consent, source } = this.#options;
    const address = this.address;
    if (!address) return;
    const getContent = (): Promise<ProfileContent> => wholeContent(source);
    const open = (): void => this.#open(address, getContent);
    if (!source.canLoadWhole && !contentAtHand(source)) {
      getContent().catch((error: unknown) => this.#sayFailed(error, address, getContent));
    } else if (consent.covers(address.origin)) {
      open();
    } else {
      this.#askFirst(address, open);
    }
  }

  /** Gives up a hand-off that is under way, and says nothing more of it. */
  cancel(): void {
    this.#handoff?.dispose();
    this.#handoff = null;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
  }

  #askFirst(address: URL, open: () => void): void {
    const { feedback, trans, consent } = this.#options;
    const agree = (): void => {
      consent.add(address.origin);
      open();
    };
    const text = consentText(address, trans);
    feedback.ask({ level: 'info', text, choices: [{ label: trans.__('Open'), run: agree }] });
  }

  #open(address: URL, getContent: GetContent): void {
    const { feedback, trans } = this.#options;
    this.cancel();
    const isOffline = !navigator.onLine && !isLoopback(address.hostname);
    const handoff = isOffline ? null : openPerfetto(address, this.#options.handoff);
    if (!handoff) {
      const reason = isOffline ? 'offline' : 'blocked';
      this.#offerInstead(address, getContent, notOpenedText(address, reason, trans));
      return;
    }
    this.#handoff = handoff;
    feedback.say(trans.__('Waiting for %1…', address.host));
    void this.#handOver(handoff, address, getContent);
  }

  async #handOver(handoff: PerfettoHandoff, address: URL, getContent: GetContent): Promise<void> {
    try {
      const content = getContent();
      await handoff.deliver(this.#trace(content));
      if (handoff === this.#handoff) this.#sayDone(address, await content);
    } catch (error) {
      if (handoff === this.#handoff) this.#sayFailed(error, address, getContent);
    }
  }

  async #trace(getting: Promise<ProfileContent>): Promise<PerfettoTrace> {
    const { notebook, trans } = this.#options;
    const content = await getting;
    const format = (await loadFormats(this.#options)).perfettoFormat(trans);
    const bytes = await format.encode(content);
    const { name } = content.bundle.summary;
    return {
      title: notebook === '' ? name : `${name} - ${notebook}`,
      fileName: fileName(content, format),
      buffer: bytes.slice().buffer
    };
  }

  #sayDone(address: URL, content: ProfileContent): void {
    const { feedback, trans } = this.#options;
    const asksForTrust = !isLoopback(window.location.hostname);
    const done = handedOverText(address, asksForTrust, trans);
    feedback.say(`${done} ${partText(content, this.#options)}`.trim());
  }

  #sayFailed(error: unknown, address: URL, getContent: GetContent): void {
    const { feedback, trans } = this.#options;
    if (isAbort(error)) {
      feedback.say('');
    } else if (error instanceof HandoffError) {
      const text = notHandedOverText(address, error.failure, trans);
      this.#offerInstead(address, getContent, text);
    } else {
      const run = (part: ProfileContent): void => this.#open(address, () => Promise.resolve(part));
      feedback.ask(exportFailed(error, this.#options, { label: trans.__('Open that'), run }));
    }
  }

  #offerInstead(address: URL, getContent: GetContent, text: string): void {
    const { trans, feedback } = this.#options;
    const choices = [
      {
        label: trans.__('Download the trace instead'),
        run: () => void downloadTrace(this.#options)
      },
      { label: trans.__('Try again'), run: () => this.#open(address, getContent) }
    ];
    feedback.ask({ level: 'warning', text, choices });
  }
}

/** The text of the first hand-off to a site, before it opens that site. */
function consentText({ origin }: URL, trans: TranslationBundle): string {
  return trans.__(
    'Opens %1 in a new tab. The trace is handed over inside your browser; nothing is uploaded.',
    origin
  );
}

/** Why no tab was opened. */
function notOpenedText(
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
function notHandedOverText(
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
function handedOverText({ host }: URL, asksForTrust: boolean, trans: TranslationBundle): string {
  if (!asksForTrust) return trans.__('%1 has the trace.', host);
  return trans.__('%1 has the trace. It may ask whether to trust this page: choose Yes.', host);
}
