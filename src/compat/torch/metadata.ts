import { KernelscopeError, messageOf, shown } from '../../base/errors';
import { formatBytes } from '../../base/text';

/** Text that the metadata of a session may have in all, UTF-16 units; as much as in MindSpore. */
export const MAX_METADATA_LENGTH = 100 * 1024 * 1024;

/** Keys of a Chrome trace that are not free. */
const TAKEN: readonly string[] = ['traceEvents', 'displayTimeUnit', 'otherData'];

/** Metadata was refused; earlier metadata stays. */
export class MetadataError extends KernelscopeError {}

/** A program's metadata about a session, by top-level keys of its Chrome trace. */
export class SessionMetadata {
  readonly #texts = new Map<string, string>();
  #length = 0;

  /** JSON texts by key, in order of their first addition. */
  get entries(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Adds text under a key, or replaces it. @throws MetadataError for invalid keys and values */
  add(key: unknown, value: unknown): void {
    if (typeof value !== 'string') {
      throw new MetadataError(
        `The value of metadata ${shown(key)} must be a string, got ${shown(value)}. ` +
          'Give other values as JSON to addMetadataJson'
      );
    }
    this.#set(key, JSON.stringify(value));
  }

  /**
   * Adds or replaces the value of a JSON text under a key.
   *
   * @throws MetadataError as `add` does, and for invalid JSON
   */
  addJson(key: unknown, json: unknown): void {
    if (typeof json !== 'string') {
      throw new MetadataError(`The metadata ${shown(key)} must be JSON text, got ${shown(json)}`);
    }
    this.#set(key, compactJson(key, json));
  }

  #set(key: unknown, text: string): void {
    if (typeof key !== 'string' || key === '') {
      const given = key === '' ? "''" : shown(key);
      throw new MetadataError(
        `The key of metadata must be a string that is not empty, got ${given}`
      );
    }
    if (TAKEN.includes(key)) {
      throw new MetadataError(`The trace already has a key ${key}: choose another one`);
    }
    const before = this.#texts.get(key)?.length ?? 0;
    const length = this.#length - before + text.length;
    if (length > MAX_METADATA_LENGTH) {
      const limit = formatBytes(MAX_METADATA_LENGTH);
      throw new MetadataError(`The metadata of a session is at most ${limit}: ${key} is too long`);
    }
    this.#length = length;
    this.#texts.set(key, text);
  }
}

function compactJson(key: unknown, json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch (cause) {
    const text = `The metadata ${shown(key)} is not valid JSON: ${messageOf(cause)}`;
    throw new MetadataError(text, { cause });
  }
}
