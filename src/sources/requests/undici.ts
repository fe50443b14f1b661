import { isReference } from '../../base/isObject';
import { FETCH_CATEGORY } from '../../facts/requests';
import type { ChannelHandlers } from './channels';
import { errorType } from './errorType';
import { fieldOf, numberOf, textOf } from './fieldOf';
import { clientName } from './requestName';
import type { RequestSpans } from './requestSpans';

/**
 * Requests of `fetch` and of undici, Node's own copy and those of packages, from their creation, before
 * a connection, until the body was read. Each redirect is one more request, and so is each retry.
 */
export function undici(spans: RequestSpans): ChannelHandlers {
  const requestOf = (message: unknown): object | null => {
    const request = fieldOf(message, 'request');
    return isReference(request) ? request : null;
  };
  return {
    'undici:request:create': message => {
      const request = requestOf(message);
      if (request === null || isUpgrade(request)) return;
      spans.begin(
        request,
        FETCH_CATEGORY,
        clientName(textOf(request, 'method'), originOf(request))
      );
    },
    'undici:request:headers': message => {
      const request = requestOf(message);
      if (request === null) return;
      spans.setStatus(request, numberOf(fieldOf(message, 'response'), 'statusCode'));
    },
    'undici:request:trailers': message => {
      const request = requestOf(message);
      if (request !== null) spans.end(request);
    },
    'undici:request:error': message => {
      const request = requestOf(message);
      if (request !== null) spans.end(request, errorType(fieldOf(message, 'error')));
    }
  };
}

/** WebSockets and tunnels have no end that is published. */
function isUpgrade(request: object): boolean {
  return Boolean(fieldOf(request, 'upgrade')) || fieldOf(request, 'method') === 'CONNECT';
}

function originOf(request: object): string | undefined {
  const origin = fieldOf(request, 'origin');
  return origin instanceof URL ? origin.origin : textOf(request, 'origin');
}
