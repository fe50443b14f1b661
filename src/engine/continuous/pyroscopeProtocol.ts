import { encodePprof } from '../../formats/pprof/write';
import {
  type PushProtocol,
  type PushRequest,
  type PushService,
  type PushedWindow,
  pushHeaders,
  urlBelow
} from './pushProtocol';

/** The name by which the server knows profiles of Node. */
const SPY_NAME = 'nodespy';

const MS_PER_S = 1000;

/** Pyroscope's `POST /ingest` with pprof. Further tries follow a status of 408, 425, 429 and from 500 on. */
export function pyroscopeProtocol(service: PushService): PushProtocol {
  return {
    encode: ({ profile, labelsOf }) => encodePprof(profile, labelsOf),
    request: window => ingestRequest(service, window),
    isPassing: status => status === 408 || status === 425 || status === 429 || status >= 500,
    refusal: () => null
  };
}

/**
 * The request that pushes a window to Pyroscope: `POST /ingest` with `format=pprof` and the gzipped file as the
 * body. The server takes multipart forms only without `format` (`readInputRawDataFromRequest` in
 * https://github.com/grafana/pyroscope/blob/main/pkg/ingester/pyroscope/ingest_handler.go), and its client for
 * Node sends the bare file too (https://github.com/grafana/pyroscope-nodejs/pull/316). Parameters are those of
 * https://grafana.com/docs/pyroscope/latest/reference-server-api/: `name` with the labels, `from` and `until` in
 * seconds since the Unix epoch, `sampleRate` in samples a second.
 */
function ingestRequest(
  service: PushService,
  { body, startedAtMs, endedAtMs, sampleRate }: PushedWindow
): PushRequest {
  const url = urlBelow(service.target, '/ingest');
  const query = {
    name: labelledName(service),
    from: seconds(startedAtMs),
    until: seconds(endedAtMs),
    format: 'pprof',
    spyName: SPY_NAME,
    sampleRate: String(sampleRate)
  };
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const headers = pushHeaders(service, body, { 'content-type': 'application/octet-stream' });
  return { url, headers, body };
}

/** `name{label=value,…}`, as the server's `labelset.Parse` reads it: values are not quoted. */
function labelledName({ name, labels }: PushService): string {
  return `${name}{${Array.from(labels, ([label, value]) => `${label}=${value}`).join(',')}}`;
}

const seconds = (ms: number): string => String(Math.floor(ms / MS_PER_S));
