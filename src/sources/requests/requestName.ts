import { exec, lastIndexOf, slice } from '../../base/intrinsics/ownFunctions';
import { OwnMap } from '../../base/intrinsics/ownMap';
import { pathPattern } from './pathPattern';

/** OpenTelemetry's name for values that are none of the known ones. */
export const OTHER = '_OTHER';

/** Methods that are named; others are one, as in OpenTelemetry. */
const METHODS = new OwnMap(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE QUERY'
    .split(' ')
    .map(name => [name, true] as const)
);

/** Characters of a host that a name has at most. */
const MAX_HOST_LENGTH = 100;

/** Characters of a route that a name has at most. */
const MAX_ROUTE_LENGTH = 200;

/** The name of a request to a server: its method and the pattern of its path. */
export function serverName(method: string | undefined, target: string | undefined): string {
  return `${methodName(method)} ${pathPattern(target ?? '/')}`;
}

/** The name of a request by the route that a framework declares, such as `GET /users/:id`. */
export function routeName(method: string | undefined, route: string): string {
  return `${methodName(method)} ${slice(route, 0, MAX_ROUTE_LENGTH)}`;
}

/**
 * The name of a request to another host: its method and the host without port and credentials.
 * `origin` is a host, or a URL of which nothing but the host is read.
 */
export function clientName(method: string | undefined, origin: string | undefined): string {
  return `${methodName(method)} ${hostOf(origin ?? '')}`;
}

function methodName(method = ''): string {
  return METHODS.has(method) ? method : OTHER;
}

function hostOf(origin: string): string {
  const afterScheme = exec(/^[a-z][a-z0-9+.-]*:\/\/(.*)$/is, origin)?.[1] ?? origin;
  const authority = exec(/^[^/?#\\]*/, afterScheme)?.[0] ?? '';
  const host = slice(authority, lastIndexOf(authority, '@') + 1);
  const name = (exec(/^\[[^\]]*\]/, host) ?? exec(/^[^:]*(?=:\d*$)/, host))?.[0] ?? host;
  return slice(name, 0, MAX_HOST_LENGTH) || '(unknown)';
}
