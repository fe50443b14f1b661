import { Buffer } from 'node:buffer';
import { types } from 'node:util';

/** Contents of one output by MIME type, as the Jupyter protocol wants them: bytes in base64. */
export type MimeBundle = Readonly<Record<string, unknown>>;

/** Most characters of a bundle; longer ones would make notebooks that nothing opens. */
const MAX_CHARACTERS = 10_000_000;

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** The answer of a display method is not a MIME bundle, or too large. */
export class MimeBundleError extends Error {
  override readonly name = 'MimeBundleError';
}

/**
 * Reads the answer of a display method: an object with a text, bytes or JSON for each MIME type.
 *
 * @throws MimeBundleError
 */
export function readMimeBundle(answer: unknown): MimeBundle {
  if (typeof answer !== 'object' || answer === null) {
    throw new MimeBundleError(`a display must be an object by MIME type, got ${typeof answer}`);
  }
  let free = MAX_CHARACTERS;
  const entries = Object.entries(answer).map(([type, content]) => {
    if (!MIME_TYPE.test(type)) {
      throw new MimeBundleError(`${JSON.stringify(type)} is not a MIME type`);
    }
    const [value, length] = readContent(content);
    free -= length;
    return [type, value] as const;
  });
  if (entries.length === 0) throw new MimeBundleError('the display has no MIME type');
  if (free < 0) throw tooLong();
  return Object.fromEntries(entries);
}

/** A copy of a content that can be sent, and its length. */
function readContent(content: unknown): readonly [value: unknown, characters: number] {
  if (typeof content === 'string') return [content, content.length];
  if (content instanceof Uint8Array) {
    const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString(
      'base64'
    );
    return [text, text.length];
  }
  const json = JSON.stringify(content, asJson) as string | undefined;
  if (json === undefined) throw new MimeBundleError('a display has content that is not JSON');
  return [JSON.parse(json), json.length];
}

/** Typed arrays as lists, and whole numbers of any size as numbers where these are exact, else as texts. */
function asJson(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  }
  if (!types.isTypedArray(value)) return value;
  if (value.length > MAX_CHARACTERS) throw tooLong();
  return Array.from<unknown>(value);
}

function tooLong(): MimeBundleError {
  return new MimeBundleError(`the display has more than ${MAX_CHARACTERS} characters`);
}
