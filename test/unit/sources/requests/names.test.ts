import { describe, expect, it } from 'vitest';
import { errorType } from '../../../../src/sources/requests/errorType';
import { pathPattern } from '../../../../src/sources/requests/pathPattern';
import { clientName, routeName, serverName } from '../../../../src/sources/requests/requestName';

describe('pathPattern', () => {
  it.each([
    ['/', '/'],
    ['/users/42', '/users/:id'],
    ['/users/42/orders?key=secret#part', '/users/:id/orders'],
    ['/api/v2/oauth2', '/api/v2/oauth2'],
    ['/files/0b8cf1d2-7f0a-4d58-9c5e-1e9b0f3b6a11', '/files/:id'],
    ['/files/deadbeef', '/files/:id'],
    ['/reset/eyJhbGciOiJIUzI1NiJ9', '/reset/:id'],
    [`/name/${'x'.repeat(33)}`, '/name/:id'],
    ['/by/ann@example.com', '/by/:id'],
    ['/by/ann%20bee', '/by/:id'],
    ['/reports/2026-11-27', '/reports/:id'],
    ['/cart;session=abc', '/cart'],
    ['/a/b/c/d/e/f/g/h/i/j', '/a/b/c/d/e/f/g/h/*'],
    ['http://user:password@host/path/7', '/path/:id'],
    ['http://user:password@host', '/'],
    ['*', '/'],
    ['', '/']
  ])('of %j is %j', (target, pattern) => {
    expect(pathPattern(target)).toBe(pattern);
  });

  it('is bounded for any target', () => {
    expect(pathPattern('/x'.repeat(100_000)).length).toBeLessThan(300);
  });
});

describe('names of requests', () => {
  it.each([
    ['example.com', 'GET example.com'],
    ['http://user:password@example.com:8080/path?key', 'GET example.com'],
    ['https://[::1]:443', 'GET [::1]'],
    ['', 'GET (unknown)'],
    [undefined, 'GET (unknown)']
  ])('for the host %j are %j', (origin, name) => {
    expect(clientName('GET', origin)).toBe(name);
  });

  it('have one word for methods that are not of HTTP', () => {
    expect(serverName('BREW', '/pot')).toBe('_OTHER /pot');
    expect(routeName(undefined, '/users/:id')).toBe('_OTHER /users/:id');
  });
});

describe('errorType', () => {
  it.each([
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }), 'ENOTFOUND'],
    [new TypeError('no'), 'TypeError'],
    [new DOMException('gone', 'AbortError'), 'AbortError'],
    [{ code: 'a secret/path', name: 'a b' }, '_OTHER'],
    ['text', '_OTHER'],
    [null, '_OTHER']
  ])('of %o is %j', (error, type) => {
    expect(errorType(error)).toBe(type);
  });
});
