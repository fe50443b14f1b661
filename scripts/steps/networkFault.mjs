/** How npm, pip, apt and Playwright say that a server could not be reached, the name first where there is one. */
const FAULTS = [
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b(?: [\w.:-]+)?/,
  /\b(?:ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED)\b/,
  /\b(?:NameResolutionError|NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProxyError)\b/,
  /Temporary failure (?:in name resolution|resolving '[^']+')/,
  /Could not (?:resolve|connect to) [\w.'":-]+|Network is unreachable|Connection (?:refused|timed out)/i
];

/**
 * What a program that downloads wrote about a server that it did not reach; undefined if it failed for another reason.
 *
 * @param {string} log all that it wrote
 * @returns {string | undefined}
 */
export const networkFault = log =>
  FAULTS.map(fault => fault.exec(log)?.[0]).find(found => found !== undefined);
