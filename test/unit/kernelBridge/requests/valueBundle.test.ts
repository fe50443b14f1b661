import { describe, expect, it } from 'vitest';
import {
  valueBundle,
  askForMimeBundle,
  MimeBundleError,
  readMimeBundle
} from '../../../../kernel-bridge/src/requests/valueBundle';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

describe('the contents of a common value', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]]
  ])('are an image of type %s for its bytes', (type, bytes) => {
    const base64 = Buffer.from(bytes).toString('base64');
    expect(valueBundle(Uint8Array.from(bytes))).toEqual({ [type]: base64 });
    expect(valueBundle(Buffer.from(bytes))).toEqual({ [type]: base64 });
    expect(valueBundle(Uint8Array.from(bytes.slice(1)))).toBeNull();
  });

  it('are a figure of Plotly', () => {
    const figure = { data: [{ type: 'bar', y: [1, 2] }], layout: { title: 'a' }, config: {} };
    expect(valueBundle(figure)).toEqual({
      'application/vnd.plotly.v1+json': { data: figure.data, layout: figure.layout }
    });
    expect(valueBundle({ data: [1], layout: {} })).toBeNull();
    expect(valueBundle({ data: [], layout: {} })).toBeNull();
    expect(valueBundle({ data: figure.data, layout: null })).toBeNull();
  });

  it('are figures and charts of typed arrays and whole numbers of any size', () => {
    const figure = {
      data: [{ type: 'heatmap', x: Float64Array.of(1, 2.5), z: [Float32Array.of(0.5)], n: [1n] }],
      layout: {}
    };
    expect(valueBundle(figure)).toEqual({
      'application/vnd.plotly.v1+json': {
        data: [{ type: 'heatmap', x: [1, 2.5], z: [[0.5]], n: [1] }],
        layout: {}
      }
    });
    const chart = {
      $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
      data: { values: [{ a: BigInt64Array.of(-3n, 2n ** 60n) }] }
    };
    expect(valueBundle(chart)).toEqual({
      'application/vnd.vegalite.v5+json': {
        ...chart,
        data: { values: [{ a: [-3, '1152921504606846976'] }] }
      }
    });
  });

  it('are no figure of more values than a bundle has characters', () => {
    const figure = { data: [{ type: 'scatter', x: new Int8Array(10_000_001) }], layout: {} };
    expect(() => valueBundle(figure)).toThrow('the display has more than 10000000 characters');
  });

  it('are a chart of Vega-Lite', () => {
    const chart = { $schema: 'https://vega.github.io/schema/vega-lite/v5.json', mark: 'bar' };
    expect(valueBundle(chart)).toEqual({ 'application/vnd.vegalite.v5+json': chart });
    expect(valueBundle({ $schema: 'https://example.org/vega-lite/v5.json' })).toBeNull();
  });

  it('are the HTML of a table of Arquero', () => {
    const table = {
      rows: 3,
      numRows() {
        return this.rows;
      },
      toHTML({ limit }: { limit: number }) {
        return `<table>${Math.min(limit, this.rows)}</table>`;
      }
    };
    expect(valueBundle(table)).toEqual({ 'text/html': '<table>3</table>' });
    expect(valueBundle({ toHTML: () => '<table>', numRows: 3 })).toBeNull();
  });

  it('are a table for an array of objects, and nothing for other objects and functions', () => {
    expect(valueBundle([{ a: 1 }])).toEqual({
      'text/html': expect.stringContaining('<table') as string
    });
    for (const value of [{}, [], { a: 1 }, new Map([[1, 2]]), () => 1, new Date(0)]) {
      expect(valueBundle(value)).toBeNull();
    }
  });

  it('are nothing for a proxy, which is not asked', () => {
    const asked = new Proxy(Object.create(null) as object, {
      has: () => {
        throw new Error('asked');
      }
    });
    expect(valueBundle(asked)).toBeNull();
  });
});

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
