import { isReference } from '../../base/isObject';
import { HTTP_CLIENT_CATEGORY, HTTP_SERVER_CATEGORY } from '../../facts/requests';
import type { ChannelHandlers } from './channels';
import { ABORTED, errorType } from './errorType';
import { fieldOf, numberOf, textOf } from './fieldOf';
import { clientName, serverName } from './requestName';
import type { RequestSpans } from './requestSpans';

/** The sides of a connection: where a request begins there, and its category and name. */
const SIDES = [
  {
    channel: 'http2.server.stream',
    begin: 'start',
    category: HTTP_SERVER_CATEGORY,
    nameOf: (headers: unknown) => serverName(textOf(headers, ':method'), textOf(headers, ':path'))
  },
  {
    channel: 'http2.client.stream',
    begin: 'created',
    category: HTTP_CLIENT_CATEGORY,
    nameOf: (headers: unknown) =>
      clientName(textOf(headers, ':method'), textOf(headers, ':authority'))
  }
] as const;

/** Streams of `node:http2`, until they close, on releases of Node that publish them. */
export function http2(spans: RequestSpans): ChannelHandlers {
  return Object.assign({}, ...SIDES.map(side => handlersOf(side, spans))) as ChannelHandlers;
}

function handlersOf(
  { channel, begin, category, nameOf }: (typeof SIDES)[number],
  spans: RequestSpans
): ChannelHandlers {
  const streamOf = (message: unknown): object | null => {
    const stream = fieldOf(message, 'stream');
    return isReference(stream) ? stream : null;
  };
  return {
    [`${channel}.${begin}`]: message => {
      const stream = streamOf(message);
      if (stream !== null) spans.begin(stream, category, nameOf(fieldOf(message, 'headers')));
    },
    [`${channel}.finish`]: message => {
      const stream = streamOf(message);
      if (stream === null) return;
      spans.setStatus(stream, numberOf(fieldOf(message, 'headers'), ':status'));
    },
    [`${channel}.error`]: message => {
      const stream = streamOf(message);
      if (stream !== null) spans.end(stream, errorType(fieldOf(message, 'error')));
    },
    [`${channel}.close`]: message => {
      const stream = streamOf(message);
      if (stream === null) return;
      const isCut = fieldOf(stream, 'aborted') === true || (numberOf(stream, 'rstCode') ?? 0) !== 0;
      spans.end(stream, isCut ? ABORTED : null);
    }
  };
}
