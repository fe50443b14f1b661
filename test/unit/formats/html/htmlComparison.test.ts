import { describe, expect, it } from 'vitest';
import { profileHtml } from '../../../../src/formats/html/write';
import type { ComparedDrawing } from '../../../support/comparedProfiles';
import { comparedProfile, comparisonOf, REPEATED } from '../../../support/comparedProfiles';

function htmlOf(before: ComparedDrawing, after: ComparedDrawing): string {
  const comparison = comparisonOf(before, after);
  return profileHtml(comparedProfile(after), { comparison });
}

describe('the HTML of a profile that was compared', () => {
  const html = htmlOf(...REPEATED);

  it('begins with the verdict', () => {
    expect(html).toMatch(/From before to after: <strong>36 % faster, 95 % CI 34–37 %/);
    expect(html.indexOf('36 % faster')).toBeLessThan(html.indexOf('Time by name'));
  });

  it('has bars on either side of zero, and the change in words', () => {
    const row = /<tr><th[^>]*>count<.*?<\/tr>/s.exec(html)![0];
    expect(row).toContain('−50.100\u00a0ms');
    expect(row).toContain('−51.9\u00a0%');
    expect(row).toMatch(/text-align:right[^>]*>█{10}<\/td><td[^>]*><\/td>/);
    expect(html).toMatch(/>render<.*>new</);
  });

  it('lists the lines that changed since, with their times', () => {
    expect(html).toContain('Lines changed since');
    expect(html).toMatch(/− 5<.*filter\(each =&gt; each === word\).*96\.250\u00a0ms/);
    expect(html).toMatch(/\+ 9<.*<code>report\(best\);<\/code>.*15\.000\u00a0ms/);
  });

  it('has memory behind times', () => {
    expect(html.indexOf('Change of memory')).toBeGreaterThan(html.indexOf('Change of the time'));
  });

  it('escapes what profiles are called, and their lines', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const [before, after] = REPEATED;
    const text = htmlOf(
      { ...before, name: hostile },
      { ...after, ranges: { [hostile]: 0.5 }, source: hostile }
    );
    expect(text).not.toContain('<img src=x');
  });

  it('has nothing of a comparison without one', () => {
    expect(profileHtml(comparedProfile(REPEATED[1]))).not.toContain('kernelscope-comparison');
  });
});
