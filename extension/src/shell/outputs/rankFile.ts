import type { TranslationBundle } from '../../shared/content/application';
import type { NumberFormats } from '../../shared/content/format';
import type { FileRequest, FileResolver } from '../sidecar/fileRequest';
import { responseBody } from '../sidecar/fetchSidecar';
import { MAX_SIDECAR_BYTES, SidecarError, sidecarSentence } from '../sidecar/sidecarError';

/** The endings of files that an output of ranks may name: its name comes from the notebook. */
const NAMES = /(^|\/)(profile\.kscope|cross_rank_view\.json)$/;

/** Where files of ranks are, and how they are had. */
export interface RankFiles {
  /** Finds files by their path from the notebook; null outside a notebook. */
  readonly resolver: FileResolver | null;
  readonly request: FileRequest;
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/**
 * The bytes of a file, by its path relative to the notebook; the server shows none above its root. Reading
 * stops at the first byte too many.
 *
 * @throws Error, translated, that says why there is none, and where the file is; DOMException `AbortError`
 */
export async function readRankFile(
  path: string,
  files: RankFiles,
  signal: AbortSignal
): Promise<Uint8Array> {
  try {
    const url = await urlOf(path, files.resolver);
    return await readAll(await responseBody(await files.request(url, signal)));
  } catch (cause) {
    signal.throwIfAborted();
    throw new Error(sentenceOf(cause, path, files), { cause });
  }
}

async function urlOf(path: string, resolver: FileResolver | null): Promise<string> {
  if (resolver === null) throw new SidecarError({ type: 'noNotebook' });
  const parts = path.split('/');
  const isPlain = parts.every(part => part !== '' && part !== '.') && NAMES.test(path);
  if (!isPlain) throw new SidecarError({ type: 'elsewhere' });
  const local = await resolver.resolveUrl(parts.map(encodeURIComponent).join('/'));
  return resolver.getDownloadUrl(local);
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_SIDECAR_BYTES) {
      await reader.cancel();
      throw new SidecarError({ type: 'tooLarge' });
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function sentenceOf(error: unknown, path: string, { trans, formats }: RankFiles): string {
  const problem =
    error instanceof SidecarError ? error.problem : ({ type: 'unreachable' } as const);
  if (problem.type === 'missing' || problem.type === 'elsewhere') {
    return trans.__(
      '%1, seen from the folder of the notebook, cannot be opened here: it is hidden, outside the folder that this server shows, or gone.',
      path
    );
  }
  return sidecarSentence(problem, { path, formats, trans });
}
