import { apply } from '../../base/intrinsics/ownFunctions';
import { isReference } from '../../base/isObject';
import { HTTP_SERVER_CATEGORY } from '../../facts/requests';
import type { ChannelHandlers, OnClose } from './channels';
import { ABORTED } from './errorType';
import { fieldOf, numberOf, ownValueOf, textOf } from './fieldOf';
import { pathPattern } from './pathPattern';
import { routeName, serverName } from './requestName';
import type { RequestSpans } from './requestSpans';

/**
 * Requests that a server of `node:http` or `node:https` answers, from their headers until the last byte
 * of the answer was handed to the system. An aborted request publishes no end: for it the answer's
 * `close` is listened to.
 */
export function httpServer(spans: RequestSpans, onClose: OnClose): ChannelHandlers {
  return {
    'http.server.request.start': message => {
      const { request, response } = exchangeOf(message);
      if (!isReference(response)) return;
      const name = serverName(textOf(request, 'method'), textOf(request, 'url'));
      if (!spans.begin(response, HTTP_SERVER_CATEGORY, name)) return;
      onClose(response, () => {
        noteAnswer(spans, request, response);
        spans.end(response, ABORTED);
      });
    },
    'http.server.response.finish': message => {
      const { request, response } = exchangeOf(message);
      if (!isReference(response)) return;
      noteAnswer(spans, request, response);
      spans.end(response);
    },
    'tracing:fastify.request.handler:start': message => {
      const response = fieldOf(fieldOf(message, 'reply'), 'raw');
      const route = fieldOf(message, 'route');
      const url = textOf(route, 'url');
      if (!isReference(response) || url === undefined) return;
      const method = textOf(fieldOf(fieldOf(message, 'request'), 'raw'), 'method');
      spans.setRoute(response, routeName(method, url));
    }
  };
}

function exchangeOf(message: unknown): { readonly request: unknown; readonly response: unknown } {
  return { request: fieldOf(message, 'request'), response: fieldOf(message, 'response') };
}

/** Notes what is known of an answer once its headers were sent. */
function noteAnswer(spans: RequestSpans, request: unknown, response: object): void {
  noteExpressRoute(spans, request, response);
  if (fieldOf(response, 'headersSent') !== true) return;
  spans.setStatus(response, numberOf(response, 'statusCode'));
  const getHeader = fieldOf(response, 'getHeader');
  if (typeof getHeader !== 'function') return;
  const size: unknown = apply(getHeader, response, ['content-length']);
  spans.setBodySize(response, size);
}

/** Notes the route that Express has found, in properties that it sets. Where its router is mounted is a path, the rest is as declared. */
function noteExpressRoute(spans: RequestSpans, request: unknown, response: object): void {
  const path = ownValueOf(ownValueOf(request, 'route'), 'path');
  if (typeof path !== 'string') return;
  const mountedAt = ownValueOf(request, 'baseUrl');
  const base = typeof mountedAt === 'string' ? mountedAt : '';
  const route = base === '' ? path : `${pathPattern(base)}${path === '/' ? '' : path}`;
  const name = routeName(textOf(request, 'method'), route);
  spans.setRoute(response, name, base === '' ? 'declared' : 'found');
}
