import type { IDisposable } from '@lumino/disposable';
import type { ISettingsSource } from '../settings/settings';
import type { ProfileContent } from '../../shared/content/profileTab';
import { isLoopback, safeAddress } from '../../shared/elements/webAddress';
import type { ExportContext } from './exportContext';
import { exportFailed, partText } from './exportMessages';
import type { PerfettoConsent } from './perfettoConsent';
import {
  HandoffError,
  type HandoffOptions,
  type PerfettoHandoff,
  type PerfettoTrace,
  openPerfetto
} from './perfettoHandoff';
import * as messages from './perfettoMessages';
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
    const text = messages.consentText(address, trans);
    feedback.ask({ level: 'info', text, choices: [{ label: trans.__('Open'), run: agree }] });
  }

  #open(address: URL, getContent: GetContent): void {
    const { feedback, trans } = this.#options;
    this.cancel();
    const isOffline = !navigator.onLine && !isLoopback(address.hostname);
    const handoff = isOffline ? null : openPerfetto(address, this.#options.handoff);
    if (!handoff) {
      const reason = isOffline ? 'offline' : 'blocked';
      this.#offerInstead(address, getContent, messages.notOpenedText(address, reason, trans));
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
    const done = messages.handedOverText(address, asksForTrust, trans);
    feedback.say(`${done} ${partText(content, this.#options)}`.trim());
  }

  #sayFailed(error: unknown, address: URL, getContent: GetContent): void {
    const { feedback, trans } = this.#options;
    if (isAbort(error)) {
      feedback.say('');
    } else if (error instanceof HandoffError) {
      const text = messages.notHandedOverText(address, error.failure, trans);
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
