import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Profile } from '../../model/profile/profile';
import type { LabelsOfStack } from '../../formats/shared/rows/callPath';
import { isRecord } from '../../base/isObject';
import { withoutEscapes } from '../../base/text';
import { ContinuousOptionError } from './continuousErrors';

/** A window before it is encoded. */
export interface SampledWindow {
  readonly profile: Profile;
  /** Labels of single samples. */
  readonly labelsOf: LabelsOfStack;
}

export interface PushedWindow {
  /** The encoded window, gzipped. */
  readonly body: Uint8Array;
  /** Milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Samples a second, a whole number. */
  readonly sampleRate: number;
}

/** One request of HTTP. */
export interface PushRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Everything that the windows of one service have in common. */
export interface PushService {
  readonly target: PushTarget;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** `process.version`. */
  readonly runtime: string;
}

/** The reading of answers to pushes. */
export interface AnswerReader {
  /** True for a status that says nothing against the window, so that a later try may succeed. */
  isPassing(status: number): boolean;
  /** The reason, in a few words, why the server did not take a window after all; null where it did. */
  refusal(answer: Uint8Array): string | null;
}

/** The protocol of a kind of server. */
export interface PushProtocol extends AnswerReader {
  /** Encodes a window, uncompressed. */
  encode(window: SampledWindow): Uint8Array;
  request(window: PushedWindow): PushRequest;
}

/** The URL of a path below that of the server. */
export function urlBelow({ url: base }: PushTarget, path: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

/** The headers of a push: those that were given, the password of the URL, and what describes the body. */
export function pushHeaders(
  { target: { authorization }, headers }: PushService,
  body: Uint8Array,
  described: Readonly<Record<string, string>>
): Record<string, string> {
  return {
    ...(authorization !== null && { authorization }),
    ...Object.fromEntries(headers),
    ...described,
    'content-length': String(body.length)
  };
}

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
