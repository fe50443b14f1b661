import { randomBytes } from 'node:crypto';
import { plural } from '../../base/text';
import type { OtlpValue } from '../../formats/otlp/otlpDictionary';
import { encodeOtlp, rejectedProfiles } from '../../formats/otlp/write';
import { ProtobufError } from '../../formats/shared/bytes/protobufReader';
import { type PushProtocol, type PushService, pushHeaders, urlBelow } from './pushProtocol';

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
export function otlpProtocol(service: PushService): PushProtocol {
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
