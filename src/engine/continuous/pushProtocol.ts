import type { Profile } from '../../model/profile/profile';
import type { LabelsOfStack } from '../../formats/shared/rows/stackPlaces';
import type { PushTarget } from './pushTarget';

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
