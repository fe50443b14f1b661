import { isRecord } from '../../base/isObject';
import { withoutEscapes } from '../../base/text';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ContinuousOptionError } from './continuousErrors';

/** The address that profiles are pushed to. */
export interface PushTarget {
  /** Without user, password and fragment. */
  readonly url: URL;
  /** `Authorization` for the user and password of the URL; null without them. */
  readonly authorization: string | null;
  /** The address as messages show it: without anything that may be secret. */
  readonly shown: string;
}

const MUST_BE = 'profile.continuous: push must be a URL that begins with http:// or https://';

/**
 * Reads the URL of a server. Messages do not repeat it, since it may have a password.
 *
 * @throws ContinuousOptionError for anything but an `http:` or `https:` URL
 */
export function readPushTarget(value: unknown): PushTarget {
  const text = value instanceof URL ? value.href : value;
  if (typeof text !== 'string' || !URL.canParse(text)) throw new ContinuousOptionError(MUST_BE);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ContinuousOptionError(`${MUST_BE}, not with ${url.protocol}`);
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, authorization: basic(username, password), shown: url.origin };
}

function basic(username: string, password: string): string | null {
  if (username === '' && password === '') return null;
  const pair = [username, password].map(withoutEscapes).join(':');
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Headers that describe the body, which are not free. */
const TAKEN = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'];

/**
 * Reads the headers of each request by their names in lower case. Messages do not repeat their values.
 *
 * @throws ContinuousOptionError for anything but an object of valid headers
 */
export function readHeaders(value: unknown): ReadonlyMap<string, string> {
  if (!isRecord(value)) {
    throw new ContinuousOptionError(
      'profile.continuous: headers must be an object of names and texts'
    );
  }
  return new Map(Object.entries(value).map(([name, text]) => readHeader(name, text)));
}

function readHeader(name: string, text: unknown): [string, string] {
  const header = name.toLowerCase();
  if (typeof text !== 'string' || TAKEN.includes(header) || !isValidHeader(header, text)) {
    throw new ContinuousOptionError(
      `profile.continuous: the header ${name} must be text that HTTP allows, and not describe the body`
    );
  }
  return [header, text];
}

function isValidHeader(name: string, text: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, text);
    return true;
  } catch {
    return false;
  }
}
