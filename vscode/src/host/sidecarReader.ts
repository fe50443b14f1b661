import type { FileSystem, Uri } from 'vscode';
import { base64Parts } from '../messages/base64';
import { MAX_FILE_BYTES, type Refusal, type RendererMessage } from '../messages/messages';

/** The part of VS Code that {@link SidecarReader} needs. */
export interface SidecarReaderDeps {
  readonly isTrusted: () => boolean;
  readonly files: Pick<FileSystem, 'stat' | 'readFile'>;
  readonly join: (folder: Uri, ...parts: string[]) => Uri;
  /** Sends a message to the renderer that asked. */
  readonly post: (message: RendererMessage) => PromiseLike<unknown>;
}

/** A file of the notebook, by the path that the renderer asks for. */
export interface SidecarRequest {
  readonly id: number;
  /** The address of the notebook. */
  readonly notebook: Uri;
  /** Relative to the folder of the notebook; it comes from the notebook and is not trusted. */
  readonly path: string;
}

/** `FileType.File` and `FileType.Directory`; links have a bit more. */
const [FILE, FOLDER] = [1, 2];

/** Names of files that Kernelscope writes for its outputs. */
const FILE_NAME = /(^|\/)([^/]+\.kscope|cross_rank_view\.json)$/;
const MAX_PATH_LENGTH = 1000;
const MAX_PARTS = 16;

/**
 * Sends files beside notebooks to the renderer: in trusted workspaces, from below the folder of the notebook,
 * through no link, and none larger than {@link MAX_FILE_BYTES}.
 */
export class SidecarReader {
  readonly #deps: SidecarReaderDeps;
  /** Requests under way that nobody stopped. */
  readonly #wanted = new Set<number>();

  constructor(deps: SidecarReaderDeps) {
    this.#deps = deps;
  }

  /** Sends a file in parts, or says why not; never throws. */
  async send(request: SidecarRequest): Promise<void> {
    const { id } = request;
    this.#wanted.add(id);
    try {
      const found = await this.#read(request);
      if (typeof found === 'string') await this.#deps.post({ type: 'refused', id, refusal: found });
      else await this.#sendParts(id, found);
    } catch {
      await this.#deps.post({ type: 'refused', id, refusal: 'unreadable' });
    } finally {
      this.#wanted.delete(id);
    }
  }

  /** Sends no more parts of a file. */
  stop(id: number): void {
    this.#wanted.delete(id);
  }

  async #read({ notebook, path }: SidecarRequest): Promise<Uint8Array | Refusal> {
    const { isTrusted, files, join } = this.#deps;
    if (!isTrusted()) return 'untrusted';
    const parts = path.split('/');
    if (!isBelow(path, parts)) return 'elsewhere';
    let place = join(notebook, '..');
    for (const [index, part] of parts.entries()) {
      place = join(place, part);
      const isLast = index === parts.length - 1;
      const refusal = await this.#refusalOf(place, isLast);
      if (refusal !== null) return refusal;
    }
    const bytes = await files.readFile(place);
    return bytes.length > MAX_FILE_BYTES ? 'tooLarge' : bytes;
  }

  async #refusalOf(place: Uri, isLast: boolean): Promise<Refusal | null> {
    try {
      const { type, size } = await this.#deps.files.stat(place);
      if (Number(type) !== (isLast ? FILE : FOLDER)) return 'elsewhere';
      return isLast && size > MAX_FILE_BYTES ? 'tooLarge' : null;
    } catch {
      return 'missing';
    }
  }

  async #sendParts(id: number, bytes: Uint8Array): Promise<void> {
    for (const base64 of base64Parts(bytes)) {
      if (!this.#wanted.has(id)) return;
      await this.#deps.post({ type: 'part', id, base64 });
    }
    if (this.#wanted.has(id)) await this.#deps.post({ type: 'end', id });
  }
}

function isBelow(path: string, parts: readonly string[]): boolean {
  const isPlain = parts.every(part => part !== '' && part !== '.' && part !== '..');
  const isShort = path.length <= MAX_PATH_LENGTH && parts.length <= MAX_PARTS;
  return isPlain && isShort && !/[\\:\p{Cc}]/u.test(path) && FILE_NAME.test(path);
}
