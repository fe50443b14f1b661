import type { NumberFormats } from '../../../extension/src/shared/content/format';
import type { TranslationBundle } from '../../../extension/src/shared/content/application';
import type { FileRequest } from '../../../extension/src/shell/sidecar/fileRequest';
import type { SidecarPlace } from '../../../extension/src/shell/sidecar/loadSidecar';
import { SidecarError } from '../../../extension/src/shell/sidecar/sidecarError';
import { fromBase64 } from '../messages/base64';
import { MAX_FILE_BYTES, type Refusal, type RendererMessage } from '../messages/messages';
import type { HostChannel } from './hostChannel';

/** A file that comes in parts: a stream of its bytes. */
class IncomingFile {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves with the first part, or at the end of an empty file; rejects if neither comes. */
  readonly begun: Promise<void>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #begin!: () => void;
  #refuse!: (error: unknown) => void;
  #receivedBytes = 0;

  /** `onCancel` is called when the reader of the stream wants no more. */
  constructor(onCancel: () => void) {
    this.stream = new ReadableStream({
      start: controller => void (this.#controller = controller),
      cancel: onCancel
    });
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#refuse = reject;
    });
  }

  /** The number of bytes that have come. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  add(bytes: Uint8Array): void {
    this.#receivedBytes += bytes.length;
    this.#controller.enqueue(bytes);
    this.#begin();
  }

  end(): void {
    this.#controller.close();
    this.#begin();
  }

  /** Ends with an error, for whoever waits for the beginning or reads. */
  fail(error: unknown): void {
    this.#controller.error(error);
    this.#refuse(error);
  }
}

/** The words of {@link HostFiles}. */
export interface HostWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** A request that nobody stopped. */
interface Request {
  readonly id: number;
  readonly path: string;
  readonly file: IncomingFile;
}

/** Files beside the notebook, read by the extension host, which is asked in trusted workspaces only. */
export class HostFiles implements SidecarPlace {
  /** Leaves paths as they are: the extension host knows where the notebook is. Null without a host. */
  readonly resolver: SidecarPlace['resolver'];
  readonly #channel: HostChannel;
  readonly #words: HostWords;

  constructor(channel: HostChannel, words: HostWords) {
    this.#channel = channel;
    this.#words = words;
    const same = (path: string): Promise<string> => Promise.resolve(path);
    this.resolver = channel.hasHost ? { resolveUrl: same, getDownloadUrl: same } : null;
  }

  /** Asks for the file at a path below the folder of the notebook. */
  readonly request: FileRequest = async (url, signal) => {
    signal.throwIfAborted();
    const path = url.split('/').map(decodeURIComponent).join('/');
    if (!this.#channel.isTrusted) throw this.#errorOf('untrusted', path);
    const id = this.#channel.open(answer => this.#take(request, answer));
    const file = new IncomingFile(() => this.#stop(id));
    const request: Request = { id, path, file };
    const onAbort = (): void => {
      this.#stop(id);
      file.fail(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#channel.post({ type: 'read', id, path });
    await file.begun;
    return new Response(file.stream);
  };

  #take(request: Request, answer: RendererMessage): void {
    const { id, file, path } = request;
    if (answer.type === 'part') {
      this.#add(request, answer.base64);
      return;
    }
    this.#channel.close(id);
    if (answer.type === 'end') file.end();
    else file.fail(this.#errorOf(answer.type === 'refused' ? answer.refusal : 'unreadable', path));
  }

  #add({ id, file, path }: Request, base64: string): void {
    try {
      file.add(fromBase64(base64));
      if (file.receivedBytes > MAX_FILE_BYTES) throw this.#errorOf('tooLarge', path);
    } catch (error) {
      this.#stop(id);
      file.fail(error);
    }
  }

  /** Tells the host that nobody waits any more; nothing happens once everything has come. */
  #stop(id: number): void {
    if (this.#channel.close(id)) this.#channel.post({ type: 'stop', id });
  }

  #errorOf(refusal: Refusal, path: string): SidecarError {
    if (refusal === 'elsewhere' || refusal === 'missing') {
      return new SidecarError({ type: refusal });
    }
    return new SidecarError({ type: 'denied', sentence: this.#sentenceOf(refusal, path) });
  }

  #sentenceOf(refusal: Exclude<Refusal, 'elsewhere' | 'missing'>, path: string): string {
    const { trans, formats } = this.#words;
    switch (refusal) {
      case 'untrusted':
        return trans.__(
          'Trust this workspace to load %1: no files are read in Restricted Mode.',
          path
        );
      case 'tooLarge':
        return trans.__(
          '%1 is larger than %2, too much for a notebook. Open it with the kernelscope command line.',
          path,
          formats.bytes(MAX_FILE_BYTES)
        );
      case 'unreadable':
        return trans.__('VS Code cannot read %1. Check its permissions, then try again.', path);
    }
  }
}
