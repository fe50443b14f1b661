import { Widget } from '@lumino/widgets';
import { decodeKscopeAsync } from 'kernelscope/formats';
import { validateBundle } from 'kernelscope/model';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { inflateRaw } from '../../../extension/src/shared/content/inflateRaw';
import { button, element } from 'kernelscope/web';
import { failureBox, messageOf } from '../../../extension/src/shared/elements/messageNodes';
import { createPause } from '../../../extension/src/shared/elements/pause';
import {
  type EditorAnswer,
  type EditorRequest,
  type OpenedFile,
  editorAnswer
} from '../messages/editorMessages';
import { joinParts } from '../messages/base64';
import type { RendererMessage } from '../messages/messages';
import type { FileBytes, ReadFile } from './readFile';
import { HostChannel } from '../renderer/hostChannel';
import { hostTraces } from '../renderer/hostTraces';
import { CODE_COLOURS, ENGLISH, PLAIN_ICONS } from '../renderer/handedToViews';
import { OutputRoot } from '../renderer/outputRoot';
import {
  DEFAULT_SETTINGS,
  SettingsSource
} from '../../../extension/src/shell/application/settings';
import { loadPart } from '../../../extension/src/shared/content/application';

const LANGUAGE = 'en';
const FORMATS = createNumberFormats(LANGUAGE);
const SETTINGS = { ...DEFAULT_SETTINGS, perfettoUrl: '' };

/** The dependencies of {@link ProfilePage}. */
export interface ProfilePageOptions {
  readonly place: HTMLElement;
  /** The address of the script that reads files. */
  readonly reader: string;
  /** Sends a message to the extension host. */
  readonly post: (message: EditorRequest) => void;
}

/** The page of one file: its profile, or the sentence that says why there is none, or that it is large. */
export class ProfilePage {
  readonly #options: ProfilePageOptions;
  readonly #frame = new Widget();
  readonly #parts: Uint8Array[] = [];
  #file: OpenedFile | null = null;
  /** Stops what is under way when the file is read anew. */
  #abort = new AbortController();
  #found: (files: readonly string[]) => void = () => {};

  constructor(options: ProfilePageOptions) {
    this.#options = options;
    this.#frame.addClass('jp-Kernelscope');
    Widget.attach(this.#frame, new OutputRoot(options.place).node);
    window.addEventListener('message', ({ data }) => {
      const answer = editorAnswer(data);
      if (answer !== null) this.#take(answer);
    });
    options.post({ type: 'ready' });
  }

  #take(answer: EditorAnswer): void {
    switch (answer.type) {
      case 'file':
        this.#begin(answer);
        break;
      case 'bytes':
        this.#parts.push(answer.bytes);
        break;
      case 'whole':
        void this.#show();
        break;
      case 'unreadable':
        this.#fail(answer.text);
        break;
      case 'places':
        this.#found(answer.files);
        break;
      case 'saved':
      case 'notSaved':
        break;
    }
  }

  #begin(file: OpenedFile): void {
    this.#file = file;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#parts.length = 0;
    if (file.asks) this.#ask(file);
    else this.#wait(file);
  }

  /** States the size of a large file, of which nothing has been read. */
  #ask(file: OpenedFile): void {
    const text = ENGLISH.__(
      '%1 has %2. Reading it takes a while, and several times as much memory.',
      file.name,
      FORMATS.bytes(file.sizeBytes)
    );
    const read = button(ENGLISH.__('Read it'), () => {
      this.#wait(file);
      this.#options.post({ type: 'consent' });
    });
    const paragraph = element('p', { text, attributes: { dir: 'auto' } });
    this.#say(element('div', { part: 'oversize' }, [paragraph, read]));
  }

  #wait({ name, sizeBytes }: OpenedFile): void {
    const text = ENGLISH.__('Reading %1, %2…', name, FORMATS.bytes(sizeBytes));
    const attributes = { role: 'status', dir: 'auto' };
    this.#say(element('div', { part: 'empty', attributes }, [element('p', { text })]));
  }

  async #show(): Promise<void> {
    const file = this.#file;
    const { signal } = this.#abort;
    if (file === null) return;
    try {
      const bytes = joinParts(this.#parts.splice(0));
      await this.#showBytes({ name: file.name, modifiedMs: file.modifiedMs, bytes }, signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(messageOf(error), error instanceof DatabaseError);
    }
  }

  async #showBytes(file: FileBytes, signal: AbortSignal): Promise<void> {
    const loading = loadPart(() => import('../../../extension/src/shell/profileView'));
    const read = await readInWorker(file, this.#options.reader, signal);
    const [{ ProfileView }, files, profile] = await Promise.all([
      loading,
      this.#placesOf(read),
      decodeKscopeAsync(read.kscope, { inflate: inflateRaw, pause: createPause(signal) })
    ]);
    signal.throwIfAborted();
    const view = new ProfileView({
      trans: ENGLISH,
      language: LANGUAGE,
      resolver: null,
      request: () => Promise.reject(new Error('No other files are read.')),
      icons: PLAIN_ICONS,
      highlighter: CODE_COLOURS,
      cells: {
        text: ENGLISH.__('Open the line'),
        has: name => files.has(name),
        show: (name, line) => this.#options.post({ type: 'line', file: name, line })
      },
      traceSaver: this.#saver(),
      settings: new SettingsSource(SETTINGS)
    });
    this.#clear();
    Widget.attach(view, this.#frame.node);
    await view.showProfile(validateBundle(read.bundle), profile);
  }

  /** The files with lines of the profile that are in the workspace, by the names that it has for them. */
  async #placesOf({ lines }: ReadFile): Promise<ReadonlySet<string>> {
    if (lines === null) return new Set();
    const found = new Promise<readonly string[]>(resolve => (this.#found = resolve));
    this.#options.post({ type: 'lines', lines });
    return new Set(await found);
  }

  #saver() {
    const { post } = this.#options;
    const channel = new HostChannel({
      postMessage: message => post(message as EditorRequest),
      onDidReceiveMessage: take => {
        const listener = ({ data }: MessageEvent<RendererMessage>): void => void take(data);
        window.addEventListener('message', listener);
        return { dispose: () => window.removeEventListener('message', listener) };
      },
      workspace: { isTrusted: true }
    });
    const saver = hostTraces(channel, { trans: ENGLISH, formats: FORMATS });
    return saver && { ...saver, savesAll: true as const };
  }

  /** Says why there is no profile; `canConvert` where a command makes one. */
  #fail(text: string, canConvert = false): void {
    const name = this.#file?.name ?? '';
    const box = failureBox(ENGLISH.__('%1 cannot be shown.', name), text);
    if (canConvert) {
      const convert = (): void => this.#options.post({ type: 'convert' });
      box.append(button(ENGLISH.__('Convert it'), convert));
    }
    this.#say(box);
  }

  #say(node: HTMLElement): void {
    this.#clear();
    this.#frame.node.append(node);
  }

  #clear(): void {
    this.#frame.node.replaceChildren();
  }
}

interface Answer {
  readonly read?: ReadFile;
  readonly error?: string;
  readonly isDatabase?: boolean;
}

/** The file is a database, which a command makes a profile of. */
class DatabaseError extends Error {}

/**
 * Has a worker read a file; `reader` is the address of its script. Pages of VS Code start workers from their own
 * addresses alone, so the script is fetched first.
 *
 * @throws DatabaseError for a database
 * @throws Error that says why the file is not read; DOMException `AbortError` when `signal` says so
 */
async function readInWorker(
  file: FileBytes,
  reader: string,
  signal: AbortSignal
): Promise<ReadFile> {
  const response = await fetch(reader, { signal });
  const script = URL.createObjectURL(await response.blob());
  const worker = new Worker(script);
  try {
    return await answerOf(worker, file, signal);
  } finally {
    worker.terminate();
    URL.revokeObjectURL(script);
  }
}

function answerOf(worker: Worker, file: FileBytes, signal: AbortSignal): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.read !== undefined) resolve(data.read);
      else if (data.isDatabase === true) reject(new DatabaseError(data.error));
      else reject(new Error(data.error));
    });
    worker.postMessage(file, [file.bytes.buffer]);
  });
}
