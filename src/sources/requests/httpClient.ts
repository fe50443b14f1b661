import { toLowerCase } from '../../base/intrinsics/ownFunctions';
import { isReference } from '../../base/isObject';
import { HTTP_CLIENT_CATEGORY } from '../../facts/requests';
import type { ChannelHandlers, OnClose } from './channels';
import { ABORTED, errorType } from './errorType';
import { fieldOf, numberOf, textOf } from './fieldOf';
import { isOwnAgent } from './ownAgent';
import { clientName } from './requestName';
import type { RequestSpans } from './requestSpans';

const { isArray } = Array;

/**
 * Requests of `node:http` and `node:https`, until the answer was read or given up. Node's `finish` means
 * that the headers of the answer are there, so `close` is listened to for the end. Releases of Node
 * without `created` publish the start when the request is sent, and none for a connection that fails:
 * that is a request which begins with its error.
 */
export function httpClient(spans: RequestSpans, onClose: OnClose): ChannelHandlers {
  let publishesCreated = false;
  const begin = (message: unknown): void => {
    const request = fieldOf(message, 'request');
    if (!isReference(request) || isOwnAgent(fieldOf(request, 'agent'))) return;
    const name = clientName(textOf(request, 'method'), textOf(request, 'host'));
    if (!spans.begin(request, HTTP_CLIENT_CATEGORY, name)) return;
    onClose(request, () => {
      spans.end(request, isCutShort(fieldOf(request, 'res')) ? ABORTED : null);
    });
  };
  return {
    'http.client.request.created': message => {
      publishesCreated = true;
      begin(message);
    },
    'http.client.request.start': begin,
    'http.client.response.finish': message => {
      const request = fieldOf(message, 'request');
      const response = fieldOf(message, 'response');
      if (!isReference(request) || !spans.has(request)) return;
      spans.setStatus(request, numberOf(response, 'statusCode'));
      spans.setBodySize(request, lengthIn(fieldOf(response, 'rawHeaders')));
      onClose(response, () => {
        spans.end(request, isCutShort(response) ? ABORTED : null);
      });
    },
    'http.client.request.error': message => {
      const request = fieldOf(message, 'request');
      if (!isReference(request)) return;
      if (!publishesCreated) begin(message);
      spans.end(request, errorType(fieldOf(message, 'error')));
    }
  };
}

/** The first `content-length` of headers as they arrived; Node makes others of them when a program asks. */
function lengthIn(headers: unknown): unknown {
  if (!isArray(headers)) return undefined;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name: unknown = headers[at];
    if (typeof name !== 'string' || name.length !== CONTENT_LENGTH.length) continue;
    if (toLowerCase(name) === CONTENT_LENGTH) return headers[at + 1];
  }
  return undefined;
}

const CONTENT_LENGTH = 'content-length';

/** Whether an answer did not arrive, or not all of it; what follows an upgrade is no answer. */
function isCutShort(response: unknown): boolean {
  return fieldOf(response, 'complete') !== true && fieldOf(response, 'upgrade') !== true;
}
