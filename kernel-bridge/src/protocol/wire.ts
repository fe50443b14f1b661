import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** Header of a Jupyter message; the names are the protocol's. */
export interface MessageHeader {
  readonly msg_id: string;
  readonly msg_type: string;
  readonly session: string;
  readonly username: string;
  readonly date: string;
  readonly version: string;
}

/** A Jupyter message, apart from the socket it travels on. `identities` route a reply to its client. */
export interface Message {
  readonly identities: readonly Uint8Array[];
  readonly header: MessageHeader;
  readonly parentHeader: MessageHeader | Readonly<Record<string, never>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>>;
  readonly buffers: readonly Uint8Array[];
}

/** The parts of a message that a sender sets; the header is made for it. */
export interface Draft {
  readonly type: string;
  readonly content: object;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly buffers?: readonly Uint8Array[];
}

/** Names of the sender in every header. */
export interface Sender {
  readonly session: string;
  readonly username: string;
}

/** A frame list that is not a Jupyter message, or has a wrong signature. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** Version of the Jupyter protocol that this kernel speaks. */
export const PROTOCOL_VERSION = '5.3';

const DELIMITER = Buffer.from('<IDS|MSG>');
const SIGNED_PARTS = 4;

function sign(key: string, parts: readonly Uint8Array[]): string {
  if (key === '') {
    return '';
  }
  const hmac = createHmac('sha256', key);
  for (const part of parts) {
    hmac.update(part);
  }
  return hmac.digest('hex');
}

function verify(key: string, signature: Uint8Array, parts: readonly Uint8Array[]): void {
  const expected = Buffer.from(sign(key, parts));
  if (expected.length !== signature.length || !timingSafeEqual(expected, signature)) {
    throw new WireError('message has a wrong signature: the connection key differs');
  }
}

function parsePart(part: Uint8Array, what: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WireError(`message ${what} is not a JSON object`);
  }
  return value as Record<string, unknown>;
}

function isHeader(
  value: Record<string, unknown>
): value is Record<string, unknown> & MessageHeader {
  return typeof value['msg_type'] === 'string' && typeof value['msg_id'] === 'string';
}

/**
 * Reads the frames of one message and checks its signature. Buffers behind the four JSON parts are
 * not part of the signature, as the protocol has it.
 * @throws {WireError} when the delimiter, a part, the header or the signature is wrong
 */
export function decodeMessage(key: string, frames: readonly Uint8Array[]): Message {
  const delimiter = frames.findIndex(frame => DELIMITER.equals(frame));
  const parts = frames.slice(delimiter + 2, delimiter + 2 + SIGNED_PARTS);
  const signature = frames[delimiter + 1];
  if (delimiter < 0 || signature === undefined || parts.length < SIGNED_PARTS) {
    throw new WireError(`message of ${frames.length} frames is not a Jupyter message`);
  }
  verify(key, signature, parts);
  const [header, parentHeader, metadata, content] = parts.map((part, index) =>
    parsePart(part, ['header', 'parent header', 'metadata', 'content'][index] ?? 'part')
  ) as [Record<string, unknown>, Message['parentHeader'], Message['metadata'], Message['content']];
  if (!isHeader(header)) {
    throw new WireError('message header lacks msg_type or msg_id');
  }
  const identities = frames.slice(0, delimiter);
  const buffers = frames.slice(delimiter + 2 + SIGNED_PARTS);
  return { identities, header, parentHeader, metadata, content, buffers };
}

/** Frames of `message`, signed with `key`; an empty key leaves the signature empty. */
export function encodeMessage(key: string, message: Message): Uint8Array[] {
  const parts = [message.header, message.parentHeader, message.metadata, message.content].map(
    part => Buffer.from(JSON.stringify(part))
  );
  const signature = Buffer.from(sign(key, parts));
  return [...message.identities, DELIMITER, signature, ...parts, ...message.buffers];
}

/** A message that answers `parent` (or is independent without one), routed by `identities`. */
export function createMessage(
  sender: Sender,
  draft: Draft,
  parent: Pick<Message, 'header'> | null,
  identities: readonly Uint8Array[]
): Message {
  return {
    identities,
    header: {
      msg_id: randomUUID(),
      msg_type: draft.type,
      session: sender.session,
      username: sender.username,
      date: new Date().toISOString(),
      version: PROTOCOL_VERSION
    },
    parentHeader: parent?.header ?? {},
    metadata: draft.metadata ?? {},
    content: draft.content as Readonly<Record<string, unknown>>,
    buffers: draft.buffers ?? []
  };
}
