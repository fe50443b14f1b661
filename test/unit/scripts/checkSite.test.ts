import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSite } from '../../../scripts/docs/checkSite.mjs';

describe('the check of the site', () => {
  let site: string;
  beforeEach(() => {
    site = mkdtempSync(join(tmpdir(), 'kernelscope-site-'));
    writeFileSync(join(site, 'b.html'), '<h2 id="here">b</h2>');
  });
  afterEach(() => rmSync(site, { recursive: true }));

  const faultsOf = (html: string): string[] => {
    writeFileSync(join(site, 'a.html'), html);
    return checkSite(site);
  };

  it('accepts links to pages, anchors and other servers', () => {
    const html = '<a href="b.html#here"></a><a href="https://example.com"></a><p id="x"></p>';
    expect(faultsOf(`${html}<a href="#x"></a>`)).toEqual([]);
  });

  it('finds links to pages and anchors that are not there', () => {
    expect(faultsOf('<a href="c.html"></a><a href="b.html#gone"></a>')).toEqual([
      'a.html: c.html is not there',
      'a.html: b.html#gone has no such anchor'
    ]);
  });

  it('finds what is loaded from another server', () => {
    expect(faultsOf('<img alt="" src="https://example.com/a.svg">')).toEqual([
      'a.html: https://example.com/a.svg is loaded from another server'
    ]);
  });
});
