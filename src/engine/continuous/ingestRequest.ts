import type { PushTarget } from './pushTarget';

/** A window as it is pushed. */
export interface PushedWindow {
  /** A gzipped pprof file. */
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

/** Everything that the requests of one service have in common. */
export interface IngestService {
  readonly target: PushTarget;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** The name by which the server knows profiles of Node. */
const SPY_NAME = 'nodespy';

const MS_PER_S = 1000;

/**
 * The request that pushes a window to Pyroscope: `POST /ingest` with `format=pprof` and the gzipped file as the
 * body. The server takes multipart forms only without `format` (`readInputRawDataFromRequest` in
 * https://github.com/grafana/pyroscope/blob/main/pkg/ingester/pyroscope/ingest_handler.go), and its client for
 * Node sends the bare file too (https://github.com/grafana/pyroscope-nodejs/pull/316). Parameters are those of
 * https://grafana.com/docs/pyroscope/latest/reference-server-api/: `name` with the labels, `from` and `until` in
 * seconds since the Unix epoch, `sampleRate` in samples a second.
 */
export function ingestRequest(
  { target, name, labels, headers }: IngestService,
  { body, startedAtMs, endedAtMs, sampleRate }: PushedWindow
): PushRequest {
  const url = new URL(target.url);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/ingest`;
  const query = {
    name: labelledName(name, labels),
    from: seconds(startedAtMs),
    until: seconds(endedAtMs),
    format: 'pprof',
    spyName: SPY_NAME,
    sampleRate: String(sampleRate)
  };
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const { authorization } = target;
  return {
    url,
    headers: {
      ...(authorization !== null && { authorization }),
      ...Object.fromEntries(headers),
      'content-type': 'application/octet-stream',
      'content-length': String(body.length)
    },
    body
  };
}

/** `name{label=value,…}`, as the server's `labelset.Parse` reads it: values are not quoted. */
function labelledName(name: string, labels: ReadonlyMap<string, string>): string {
  return `${name}{${Array.from(labels, ([label, value]) => `${label}=${value}`).join(',')}}`;
}

const seconds = (ms: number): string => String(Math.floor(ms / MS_PER_S));
