import { describe, expect, it } from 'vitest';
import { askForMimeBundle } from '../../../../kernel-bridge/src/requests/valueBundle';
import { MimeBundleError, readMimeBundle } from '../../../../kernel-bridge/src/requests/mimeBundle';

const DISPLAY = Symbol.for('Jupyter.display');

describe('a MIME bundle', () => {
  it('has texts, bytes in base64 and a copy of JSON', () => {
    const tree = { a: [1] };
    const bundle = readMimeBundle({
      'text/html': '<b>a</b>',
      'image/png': Uint8Array.of(1, 2, 3),
      'application/vnd.own.v1+json': tree
    });
    tree.a.push(2);
    expect(bundle).toEqual({
      'text/html': '<b>a</b>',
      'image/png': 'AQID',
      'application/vnd.own.v1+json': { a: [1] }
    });
  });

  it.each([
    ['a text', 'text', 'a display must be an object by MIME type, got string'],
    ['nothing', {}, 'the display has no MIME type'],
    ['a name', { html: 'a' }, '"html" is not a MIME type'],
    ['a function', { 'text/html': () => 1 }, 'a display has content that is not JSON'],
    [
      'too much',
      { 'text/html': 'x'.repeat(10_000_001) },
      'the display has more than 10000000 characters'
    ]
  ])('is not %s', (_, answer, message) => {
    expect(() => readMimeBundle(answer)).toThrow(new MimeBundleError(message));
  });
});

describe('a value that says how it is shown', () => {
  it('is asked, and waited for', async () => {
    const value = {
      html: '<i>a</i>',
      async [DISPLAY]() {
        await Promise.resolve();
        return { 'text/html': this.html };
      }
    };
    expect(await askForMimeBundle(value)).toEqual({ 'text/html': '<i>a</i>' });
  });

  it('is not a value without such a method, or a proxy', async () => {
    expect(await askForMimeBundle({})).toBeNull();
    expect(await askForMimeBundle({ [DISPLAY]: 'text' })).toBeNull();
    const proxy = new Proxy({}, { get: () => () => ({ 'text/plain': 'asked' }) });
    expect(await askForMimeBundle(proxy)).toBeNull();
  });

  it('is a proxy only if that says that it has the method', async () => {
    const bundle = { 'text/html': '<table></table>' };
    const frame = { columns: ['a'], [DISPLAY]: () => bundle };
    const get = (target: object, key: string | symbol): unknown =>
      typeof key === 'symbol' ? Reflect.get(target, key) : `column ${key}`;
    expect(await askForMimeBundle(new Proxy(frame, { get }))).toEqual(bundle);
    expect(await askForMimeBundle(new Proxy(frame, { get, has: () => false }))).toBeNull();
    const refuse = (): never => {
      throw new Error('asked');
    };
    expect(await askForMimeBundle(new Proxy(frame, { get, has: refuse }))).toBeNull();
    const { proxy, revoke } = Proxy.revocable(frame, {});
    revoke();
    expect(await askForMimeBundle(proxy)).toBeNull();
  });

  it('fails as its method does', async () => {
    const value = {
      [DISPLAY]() {
        throw new Error('not now');
      }
    };
    await expect(askForMimeBundle(value)).rejects.toThrow('not now');
  });
});
