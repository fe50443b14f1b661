import { isRecord } from '../../base/isObject';
import { plural } from '../../base/text';
import { shown } from '../../base/errors';
import { choiceText } from '../arguments/argumentErrors';
import {
  type ArgumentType,
  type OptionTable,
  oneOfArgument,
  option
} from '../arguments/argumentTypes';
import { readOptions } from '../arguments/readArguments';
import { ContinuousOptionError } from './continuousErrors';
import { PUSH_PROTOCOLS, type PushProtocolName } from './pushProtocols';
import { type PushTarget, readHeaders, readPushTarget } from './pushProtocol';

/** A stretch of time: a number of milliseconds, or text such as `'500ms'`, `'10s'` and `'1m'`. */
export type DurationText = number | `${number}ms` | `${number}s` | `${number}m`;

/** The options of `profile.continuous`. */
export interface ContinuousOptions {
  /**
   * The URL of the server, `http:` or `https:`. To its path `/ingest` is added for Pyroscope, and
   * `/v1development/profiles` for OTLP.
   */
  readonly push: string;
  /**
   * The protocol of the server: `'pyroscope'`, or `'otlp'` for OpenTelemetry's, which is experimental: the signal
   * of profiles is in development, and a receiver must have the schema of opentelemetry-proto 1.10.0. Default
   * `'pyroscope'`.
   */
  readonly protocol?: PushProtocolName;
  /** The name of the service, by which the server lists its profiles: letters, digits, `_`, `.`, `-` and `/`. */
  readonly name: string;
  /** The number of samples a second, from 1 to 10,000. Default 99. */
  readonly cpuHz?: number;
  /** The length of a window, from 100 ms to 10 min. Default `'10s'`. */
  readonly every?: DurationText;
  /**
   * Labels of all profiles, besides `host`, `pid`, and, where they are known, `rank` and `notebook`. A label of
   * these names replaces that one, and `null` leaves it out. Over OTLP they are attributes of the resource, whose
   * names may have dots.
   */
  readonly labels?: Readonly<Record<string, string | number | boolean | null>>;
  /** Headers of each request, such as `Authorization` or `X-Scope-OrgID`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The number of windows that may wait for the server, the one that is being sent among them; while so many
   * wait, further ones are dropped. Default 6.
   */
  readonly queue?: number;
  /** The longest wait for an answer of the server, and of `stop()`, from 100 ms to 1 min. Default `'10s'`. */
  readonly timeout?: DurationText;
}

/** The options as they were read. */
export interface ContinuousSettings {
  readonly push: PushTarget;
  readonly protocol: PushProtocolName;
  readonly name: string;
  /** Samples a second. */
  readonly cpuHz: number;
  /** Milliseconds. */
  readonly every: number;
  /** `null` for a label that is left out. */
  readonly labels: ReadonlyMap<string, string | null>;
  readonly headers: ReadonlyMap<string, string>;
  readonly queue: number;
  /** Milliseconds. */
  readonly timeout: number;
}

const CALL = 'profile.continuous';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

const DURATION = /^(?<count>\d+(?:\.\d+)?)(?<unit>ms|s|m)$/;

/** As the server accepts it: `ValidateServiceName` in Pyroscope's `api/model/labelset`. */
const SERVICE_NAME = /^[A-Za-z0-9_./-]{1,200}$/;

/** As Prometheus, and with it Pyroscope, has names of labels; those of OpenTelemetry have dots too. */
const LABEL_NAMES: Readonly<Record<PushProtocolName, RegExp>> = {
  pyroscope: /^[A-Za-z_][A-Za-z0-9_]{0,99}$/,
  otlp: /^[A-Za-z_][A-Za-z0-9_.]{0,99}$/
};

/** Labels that the server sets itself, or that are set by other options. */
const TAKEN = ['service_name', 'service.name', 'pyroscope_spy', 'profile_id', 'thread', 'cell'];

const MAX_LABELS = 20;
const MAX_VALUE_LENGTH = 200;

/** The end of a value, or of all labels, in the server's reading of `name`, and what no URL should have. */
const REFUSED_IN_VALUE = /[,{}\p{Cc}]/u;

/** @throws ContinuousOptionError */
function refuse(name: string, must: string, value: unknown): never {
  const got = value === undefined ? 'it is missing' : `got ${shown(value)}`;
  throw new ContinuousOptionError(`${CALL}: ${name} must be ${must}; ${got}`);
}

function numberType(least: number, most: number, isWhole: boolean): ArgumentType<number> {
  const kind = isWhole ? 'a whole number' : 'a number';
  const words = `${kind} from ${least} to ${most}`;
  return {
    name: words,
    read: (name, value) => {
      const isRight = isWhole ? Number.isInteger(value) : Number.isFinite(value);
      if (!isRight || Number(value) < least || Number(value) > most) refuse(name, words, value);
      return Number(value);
    }
  };
}

function durationType(leastMs: number, mostMs: number, range: string): ArgumentType<number> {
  const words = `a number of milliseconds or text such as '10s', ${range}`;
  return {
    name: words,
    read: (name, value) => {
      const found = typeof value === 'string' ? DURATION.exec(value)?.groups : undefined;
      const ms = found ? Number(found['count']) * UNIT_MS[found['unit']] : value;
      if (typeof ms !== 'number' || !(ms >= leastMs && ms <= mostMs)) refuse(name, words, value);
      return ms;
    }
  };
}

const nameType: ArgumentType<string> = {
  name: 'text',
  read: (name, value) => {
    if (typeof value === 'string' && SERVICE_NAME.test(value)) return value;
    return refuse(name, 'text of letters, digits, _, ., - and /', value);
  }
};

const labelsType: ArgumentType<ReadonlyMap<string, string | null>> = {
  name: 'an object',
  read: (name, value) => {
    if (!isRecord(value)) {
      return refuse(name, 'an object of names and values', value);
    }
    const labels = Object.entries(value).map(([label, text]) => readLabel(label, text));
    if (labels.length <= MAX_LABELS) return new Map(labels);
    return refuse(name, `${plural(MAX_LABELS, 'label')} at most`, labels.length);
  }
};

function readLabel(name: string, value: unknown): [string, string | null] {
  if (value === null) return [name, null];
  const text = isPlain(value) ? String(value) : '';
  if (text === '' || text.length > MAX_VALUE_LENGTH || REFUSED_IN_VALUE.test(text)) {
    refuse(`labels.${name}`, `text of 1 to ${MAX_VALUE_LENGTH} characters without , { }`, value);
  }
  return [name, text];
}

/** @throws ContinuousOptionError for the name of a label that the protocol does not allow */
function checkLabelName(name: string, protocol: PushProtocolName): void {
  const isTaken = TAKEN.includes(name) || name.startsWith('__');
  if (LABEL_NAMES[protocol].test(name) && !isTaken) return;
  const characters = protocol === 'otlp' ? 'letters, digits, _ and .' : 'letters, digits and _';
  refuse('the name of a label', `${characters}, and none that the server sets`, name);
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const headersType: ArgumentType<ReadonlyMap<string, string>> = {
  name: 'an object',
  read: (_name, value) => readHeaders(value)
};

const PROTOCOL_NAMES = Object.keys(PUSH_PROTOCOLS) as PushProtocolName[];

const PROTOCOLS = `one of ${choiceText(PROTOCOL_NAMES)}`;

const protocolType = oneOfArgument(PROTOCOLS, PROTOCOL_NAMES, (name, value) =>
  refuse(name, PROTOCOLS, value)
);

/** The options as they are in the table: `null` where one that must be given is missing. */
interface GivenSettings extends Omit<ContinuousSettings, 'push' | 'name'> {
  readonly push: PushTarget | null;
  readonly name: string | null;
}

const TABLE: OptionTable<GivenSettings> = {
  push: option({ name: 'a URL', read: (_name, value) => readPushTarget(value) }, null),
  protocol: option(protocolType, 'pyroscope'),
  name: option(nameType, null),
  cpuHz: option(numberType(1, 10_000, false), 99),
  every: option(durationType(100, 600_000, 'from 100ms to 10m'), 10_000),
  labels: option(labelsType, new Map()),
  headers: option(headersType, new Map()),
  queue: option(numberType(1, 100, true), 6),
  timeout: option(durationType(100, 60_000, 'from 100ms to 1m'), 10_000)
};

/**
 * Reads the options of `profile.continuous`.
 *
 * @throws ProfilerArgumentError for unknown options, ContinuousOptionError for missing and wrong ones
 */
export function readContinuousOptions(options: unknown): ContinuousSettings {
  const { push, name, ...rest } = readOptions(CALL, TABLE, options);
  if (push === null) return refuse('push', 'the URL of the server', undefined);
  if (name === null) return refuse('name', 'the name of the service', undefined);
  for (const label of rest.labels.keys()) checkLabelName(label, rest.protocol);
  return { push, name, ...rest };
}
