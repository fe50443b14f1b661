import { describe, expect, it } from 'vitest';
import { networkFault } from '../../../scripts/steps/networkFault.mjs';

describe('networkFault', () => {
  it.each([
    [
      'npm without a name server',
      'npm error code ENOTFOUND\nnpm error network request to https://r.example/ws failed, reason: getaddrinfo ENOTFOUND r.example',
      'ENOTFOUND'
    ],
    [
      'npm without a server',
      'npm error FetchError: request failed, reason: connect ECONNREFUSED 127.0.0.1:9',
      'ECONNREFUSED 127.0.0.1:9'
    ],
    ['npm with a slow server', 'npm error code ERR_SOCKET_TIMEOUT', 'ERR_SOCKET_TIMEOUT'],
    [
      'npm that may not use the network',
      'npm error code ENOTCACHED\nnpm error request to x failed: cache mode is',
      'ENOTCACHED'
    ],
    [
      'pip',
      "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...: [Errno 101] Network is unreachable)'",
      'NewConnectionError'
    ],
    [
      'apt',
      "Err:1 http://deb.example bookworm InRelease\n  Temporary failure resolving 'deb.example'",
      "Temporary failure resolving 'deb.example'"
    ]
  ])('finds what %s says', (_, log, fault) => {
    expect(networkFault(log)).toBe(fault);
  });

  it.each([
    [
      'a version that is not there',
      'npm error code ETARGET\nnpm error notarget No matching version'
    ],
    ['a full disk', 'npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device'],
    ['a package that pip cannot build', 'ERROR: Failed building wheel for numpy']
  ])('finds nothing in %s', (_, log) => {
    expect(networkFault(log)).toBeUndefined();
  });
});
