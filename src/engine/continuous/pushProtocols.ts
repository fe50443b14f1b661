import { randomBytes } from 'node:crypto';
import { plural } from '../../base/text';
import { type OtlpValue, encodeOtlp, rejectedProfiles } from '../../formats/otlp';
import { ProtobufError } from '../../formats/shared/protobufReader';
import {
  type PushProtocol,
  type PushService,
  pushHeaders,
  urlBelow,
  type PushRequest,
  type PushedWindow
} from './pushProtocol';
import { encodePprof } from '../../formats/pprof/write';

/** The protocols of servers, by the values of the option `protocol`. */
export const PUSH_PROTOCOLS = { pyroscope: pyroscopeProtocol, otlp: otlpProtocol } as const;

/** A value of the option `protocol`. */
export type PushProtocolName = keyof typeof PUSH_PROTOCOLS;

const PATH = '/v1development/profiles';

const DESCRIBED = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };

const PROFILE_ID_BYTES = 16;

/** The statuses after which a client may try again, by https://opentelemetry.io/docs/specs/otlp/. */
const PASSING = [429, 502, 503, 504];

/** The names that the semantic conventions have for labels. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['host', 'host.name'],
  ['pid', 'process.pid']
]);

/** The export of profiles over OTLP/HTTP with protobuf, which OpenTelemetry has in development. */
function otlpProtocol(service: PushService): PushProtocol {
  const { target } = service;
  const resource = resourceOf(service);
  return {
    encode: ({ profile, labelsOf }) =>
      encodeOtlp(profile, { resource, labelsOf, profileId: randomBytes(PROFILE_ID_BYTES) }),
    request: ({ body }) => {
      return { url: urlBelow(target, PATH), headers: pushHeaders(service, body, DESCRIBED), body };
    },
    isPassing: status => PASSING.includes(status),
    refusal
  };
}

/** An answer that is none of the protocol says nothing: the status does. */
function refusal(answer: Uint8Array): string | null {
  try {
    const rejected = rejectedProfiles(answer);
    return rejected > 0 ? `the server rejected ${plural(rejected, 'profile')}` : null;
  } catch (error) {
    if (error instanceof ProtobufError) return null;
    throw error;
  }
}

/**
 * The attributes of https://opentelemetry.io/docs/specs/semconv/resource/ that are known, and the labels under
 * their own names.
 */
function resourceOf({ name, labels, runtime }: PushService): ReadonlyMap<string, OtlpValue> {
  const resource = new Map<string, OtlpValue>([
    ['service.name', name],
    ['process.runtime.name', 'nodejs'],
    ['process.runtime.version', runtime.replace(/^v/, '')]
  ]);
  for (const [label, value] of labels) {
    const isNumber = label === 'pid' && /^\d{1,15}$/.test(value);
    resource.set(ATTRIBUTES.get(label) ?? label, isNumber ? Number(value) : value);
  }
  return resource;
}

/** The name by which the server knows profiles of Node. */
const SPY_NAME = 'nodespy';

const MS_PER_S = 1000;

/** Pyroscope's `POST /ingest` with pprof. Further tries follow a status of 408, 425, 429 and from 500 on. */
function pyroscopeProtocol(service: PushService): PushProtocol {
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
