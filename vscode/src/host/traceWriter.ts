import type { Uri } from 'vscode';
import { fromBase64, joinParts } from '../messages/base64';
import type { NotSaved, RendererMessage, TraceStart } from '../messages/messages';

/** The part of VS Code that {@link TraceWriter} needs. */
export interface TraceWriterDeps {
  readonly isTrusted: () => boolean;
  /** Asks the user where to save a file of that name; nothing if the user wants none. */
  readonly choose: (name: string) => PromiseLike<Uri | undefined>;
  readonly write: (place: Uri, bytes: Uint8Array) => PromiseLike<void>;
  /** Sends a message to the renderer that asked. */
  readonly post: (message: RendererMessage) => PromiseLike<unknown>;
}

/** A trace whose bytes are coming. */
interface Incoming extends TraceStart {
  readonly pieces: Uint8Array[];
  receivedBytes: number;
}

/** Saves traces that the renderer sends, one at a time, in trusted workspaces, where the user says. */
export class TraceWriter {
  readonly #deps: TraceWriterDeps;
  #incoming: Incoming | null = null;

  constructor(deps: TraceWriterDeps) {
    this.#deps = deps;
  }

  /** Expects the bytes of a trace from now on, in place of one that stayed incomplete, or says why not. */
  async begin(start: TraceStart): Promise<void> {
    if (!this.#deps.isTrusted()) await this.#refuse(start.id, 'untrusted');
    else if (this.#incoming && isWhole(this.#incoming)) await this.#refuse(start.id, 'busy');
    else this.#incoming = { ...start, pieces: [], receivedBytes: 0 };
  }

  /** Takes the next bytes; saves the trace once they are all there. Bytes that nobody expects are dropped. */
  async add(id: number, base64: string): Promise<void> {
    const incoming = this.#incoming;
    if (incoming?.id !== id || isWhole(incoming)) return;
    const piece = bytesOf(base64);
    incoming.receivedBytes += piece?.length ?? Infinity;
    if (piece === null || incoming.receivedBytes > incoming.sizeBytes) {
      this.#incoming = null;
      await this.#refuse(id, 'unwritable');
      return;
    }
    incoming.pieces.push(piece);
    if (isWhole(incoming)) await this.#save(incoming);
  }

  async #save({ id, name, pieces }: Incoming): Promise<void> {
    const { choose, write, post } = this.#deps;
    try {
      const place = await choose(name);
      if (place === undefined) {
        await this.#refuse(id, 'cancelled');
        return;
      }
      await write(place, joinParts(pieces));
      await post({ type: 'saved', id, name: nameOf(place) });
    } catch {
      await this.#refuse(id, 'unwritable');
    } finally {
      this.#incoming = null;
    }
  }

  async #refuse(id: number, reason: NotSaved): Promise<void> {
    await this.#deps.post({ type: 'notSaved', id, reason });
  }
}

const isWhole = ({ receivedBytes, sizeBytes }: Incoming): boolean => receivedBytes === sizeBytes;

/** Null for text that is not Base64, and for none, with which a trace would never end. */
function bytesOf(base64: string): Uint8Array | null {
  try {
    const bytes = fromBase64(base64);
    return bytes.length === 0 ? null : bytes;
  } catch {
    return null;
  }
}

const nameOf = ({ path }: Uri): string => path.slice(path.lastIndexOf('/') + 1);
