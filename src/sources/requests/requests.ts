import type { Contribution, Source } from '../../record/build/contribution';
import type { Recorder } from '../../record/recorder';
import { SourceFaults, type SourceKind } from '../source';
import { type ChannelHandlers, Channels, type OnClose } from './channels';
import { databaseCalls } from './databaseCalls';
import { http2 } from './http2';
import { httpClient } from './httpClient';
import { httpServer } from './httpServer';
import { RequestSpans } from './requestSpans';
import { undici } from './undici';

/** Requests as all recordings of a host share them. */
interface SharedRequests {
  readonly spans: RequestSpans;
  readonly channels: Channels;
}

/** Records requests while one recording is open. */
class RequestSource implements Source {
  #begunBefore = 0;
  #records = 0;
  #isOpen = false;

  constructor(
    private readonly shared: SharedRequests,
    private readonly faults: SourceFaults
  ) {}

  start(): void {
    const { spans, channels } = this.shared;
    this.faults.guard(() => {
      channels.acquire(this.faults);
    }, undefined);
    this.#begunBefore = spans.begun;
    this.#isOpen = true;
  }

  endWindow(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { spans, channels } = this.shared;
    this.#records = spans.begun - this.#begunBefore;
    this.faults.guard(() => {
      channels.release(this.faults);
    }, undefined);
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(): Contribution {
    return { report: this.faults.report(this.#records) };
  }
}

/** The services that sources of requests need. */
interface RequestsHost {
  readonly recorder: Recorder;
}

/** A kind of source that option `option` turns on, and that handles messages by `handlersOf`. */
function requestKind<Option extends 'requests' | 'databases'>(
  option: Option,
  loss: string,
  handlersOf: (spans: RequestSpans, onClose: OnClose) => ChannelHandlers
): SourceKind<Readonly<Record<Option, boolean>>, RequestsHost> {
  return {
    open({ recorder }) {
      const spans = new RequestSpans(recorder);
      const channels = new Channels(onClose => handlersOf(spans, onClose));
      return {
        sources: options =>
          options[option]
            ? [new RequestSource({ spans, channels }, new SourceFaults(option, loss))]
            : []
      };
    }
  };
}

/** Requests of HTTP servers and clients, and of `fetch`. */
export const REQUESTS = requestKind('requests', 'Some requests are missing.', (spans, onClose) => ({
  ...httpServer(spans, onClose),
  ...httpClient(spans, onClose),
  ...http2(spans),
  ...undici(spans)
}));

export const DATABASES = requestKind('databases', 'Some calls are missing.', databaseCalls);
