import type { RendererContext } from 'vscode-notebook-renderer';
import type { NumberFormats } from '../../../extension/src/shared/content/format';
import type { TranslationBundle } from '../../../extension/src/shared/host/translation';
import type { FileRequest } from '../../../extension/src/shell/sidecar/fileRequest';
import type { SidecarPlace } from '../../../extension/src/shell/sidecar/loadSidecar';
import { SidecarError } from '../../../extension/src/shell/sidecar/sidecarError';
import type { HostMessage, Refusal, RendererMessage } from '../messages/messages';
import { MAX_FILE_BYTES, rendererMessage } from '../messages/messages';
import { IncomingFile } from './incomingFile';

/** The part of VS Code's context that {@link HostFiles} needs. */
export type HostContext = Pick<
  RendererContext<unknown>,
  'postMessage' | 'onDidReceiveMessage' | 'workspace'
>;

/** The words of {@link HostFiles}. */
export interface HostWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** A request that nobody stopped. */
interface Request {
  readonly path: string;
  readonly file: IncomingFile;
}

/** Files beside the notebook, read by the extension host, which is asked in trusted workspaces only. */
export class HostFiles implements SidecarPlace {
  /** Leaves paths as they are: the extension host knows where the notebook is. Null without a host. */
  readonly resolver: SidecarPlace['resolver'];
  readonly #context: HostContext;
  readonly #words: HostWords;
  readonly #requests = new Map<number, Request>();
  #lastId = 0;
  #subscription: { dispose(): void } | null = null;

  constructor(context: HostContext, words: HostWords) {
    this.#context = context;
    this.#words = words;
    const hasHost = Boolean(context.postMessage && context.onDidReceiveMessage);
    const same = (path: string): Promise<string> => Promise.resolve(path);
    this.resolver = hasHost ? { resolveUrl: same, getDownloadUrl: same } : null;
  }

  /** Asks for the file at a path below the folder of the notebook. */
  readonly request: FileRequest = async (url, signal) => {
    signal.throwIfAborted();
    const path = url.split('/').map(decodeURIComponent).join('/');
    if (!this.#context.workspace.isTrusted) throw this.#errorOf('untrusted', path);
    const id = ++this.#lastId;
    const file = new IncomingFile(() => this.#stop(id));
    const onAbort = (): void => {
      this.#stop(id);
      file.fail(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#requests.set(id, { path, file });
    this.#listen();
    this.#post({ type: 'read', id, path });
    await file.begun;
    return new Response(file.stream);
  };

  #listen(): void {
    const take = (message: unknown): void => {
      const answer = rendererMessage(message);
      if (answer !== null) this.#take(answer);
    };
    this.#subscription ??= this.#context.onDidReceiveMessage?.(take) ?? null;
  }

  #post(message: HostMessage): void {
    this.#context.postMessage?.(message);
  }

  #take(message: RendererMessage): void {
    const request = this.#requests.get(message.id);
    if (request === undefined) return;
    const { file, path } = request;
    if (message.type === 'part') {
      this.#add(message.id, request, message.base64);
      return;
    }
    this.#forget(message.id);
    if (message.type === 'end') file.end();
    else file.fail(this.#errorOf(message.refusal, path));
  }

  #add(id: number, { file, path }: Request, base64: string): void {
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
    if (this.#requests.has(id)) this.#post({ type: 'stop', id });
    this.#forget(id);
  }

  #forget(id: number): void {
    this.#requests.delete(id);
    if (this.#requests.size > 0) return;
    this.#subscription?.dispose();
    this.#subscription = null;
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

function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
}
