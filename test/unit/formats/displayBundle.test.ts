import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../src/analysis/statistics/aggregate';
import { encodeBundle } from '../../../src/formats/bundle/bundle';
import { displayBundle } from '../../../src/formats/displayBundle';
import { PROFILE_MIME_TYPE } from '../../../src/model/output/bundle';
import { asUnicode } from '../../support/asUnicode';
import { drawProfile } from '../../support/drawProfile';
import { richProfile } from '../../support/richProfile';

const deflate = (bytes: Uint8Array) => deflateRawSync(bytes);

describe('displayBundle', () => {
  const profile = drawProfile('main |[step][step]', { nsPerColumn: 1e6 });

  it('carries the profile as our own type, HTML, SVG and text, the richest first', () => {
    const data = displayBundle(profile, { deflate });
    expect(Object.keys(data)).toEqual([
      PROFILE_MIME_TYPE,
      'text/html',
      'image/svg+xml',
      'text/plain'
    ]);
    expect(data[PROFILE_MIME_TYPE].overview.slices).toBe(2);
    expect(data['text/plain']).toMatch(/^\nProfile Statistics:\n.*\nstep +2 +12\.0000/s);
    expect(data['text/plain']).toContain('wall 12.0 ms · CPU 12.0 ms · slices 2');
  });

  it('is valid Unicode whatever names there are, so that servers can save it', () => {
    const odd = 'let odd = "\ud83d";';
    const rich = richProfile();
    const cell = { file: odd, executionCount: 1, source: odd };
    const meta = { ...rich.meta, name: odd, host: odd, options: { [odd]: odd }, cell };
    const sourceTexts = [{ file: odd, text: odd, isClipped: false }];
    const data = displayBundle({ ...rich, meta, sourceTexts }, { deflate });
    expect(asUnicode(data)).toEqual(data);
    const text = displayBundle(rich, { deflate, format: 'json' })['text/plain'];
    expect(asUnicode(text)).toBe(text);
  });

  it('cuts names in the text table that no reader gets to the end of, and never in JSON', () => {
    const [section] = aggregate(profile);
    const long = 'x'.repeat(100_000);
    const sections = [{ ...section, rows: [{ ...section.rows[0], name: long }] }];
    const table = displayBundle(profile, { deflate, sections })['text/plain'];
    expect(table.length).toBeLessThan(2000);
    expect(table).toMatch(/\nx{40}…x{39} +2 +12\.0000/);
    const json = displayBundle(profile, { deflate, sections, format: 'json' })['text/plain'];
    expect(json).toContain(long);
  });

  it('has JSON as its text when that is asked for', () => {
    const text = displayBundle(profile, { deflate, format: 'json' })['text/plain'];
    expect(JSON.parse(text)).toMatchObject({ Time: { range: { step: { Count: 2, Total: 12 } } } });
  });

  it('takes a bundle that is encoded already, with its sidecar', () => {
    const sidecar = { path: 'a.kscope', sha256: '0'.repeat(64), sizeBytes: 9, slices: 2 };
    const bundle = encodeBundle(profile, { deflate, sidecar });
    expect(displayBundle(profile, { deflate, bundle })[PROFILE_MIME_TYPE]).toBe(bundle);
  });

  it('orders and cuts the tables of text and HTML alike', () => {
    const two = drawProfile('main |[long  ][b]', { nsPerColumn: 1e6 });
    const data = displayBundle(two, { deflate, sortBy: 'total', ascending: true, top: 1 });
    for (const text of [data['text/plain'], data['text/html']]) {
      expect(text).toContain('1 more row not shown');
      expect(text).not.toMatch(/<th[^>]*>long</);
      expect(text).not.toContain('\nlong ');
    }
  });

  it('has no picture of nothing', () => {
    expect(Object.keys(displayBundle(drawProfile(''), { deflate }))).not.toContain('image/svg+xml');
  });
});
