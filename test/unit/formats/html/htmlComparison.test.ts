import { describe, expect, it } from 'vitest';
import { HTML } from '../../../../src/formats/documents';
import { profileDocument, profileHtml } from '../../../../src/formats/html/write';
import {
  type ComparedDrawing,
  ONCE,
  REPEATED,
  comparedProfile,
  comparisonOf
} from '../../../support/comparedProfiles';

function htmlOf(before: ComparedDrawing, after: ComparedDrawing): string {
  const comparison = comparisonOf(before, after);
  return profileHtml(comparedProfile(after), { comparison });
}

function documentOf(before: ComparedDrawing, after: ComparedDrawing): string {
  const comparison = comparisonOf(before, after);
  return profileDocument(comparedProfile(after), { comparison });
}

describe('the HTML of a profile that was compared', () => {
  const html = htmlOf(...REPEATED);

  it('begins with the verdict', () => {
    expect(html).toMatch(/<strong>36 % faster, 95 % CI 33–38 %.*From before to after/);
    expect(html.indexOf('36 % faster')).toBeLessThan(html.indexOf('Time by name'));
  });

  it('has bars on either side of zero, and the change in words', () => {
    const row = /<tr><th[^>]*>count<.*?<\/tr>/s.exec(html)![0];
    expect(row).toContain('title="−50.1 ms">−50.1\u00a0ms<');
    expect(row).toContain('−51.9\u00a0%');
    expect(row).toMatch(/text-align:right[^>]*>█{10}<\/td><td[^>]*><\/td>/);
    expect(html).toMatch(/>render<.*>new</);
  });

  it('lists the lines that changed since, with their times', () => {
    expect(html).toContain('Lines changed since');
    expect(html).toMatch(/− 5<.*filter\(each =&gt; each === word\).*96\.3\u00a0ms/);
    expect(html).toMatch(/\+ 9<.*<code>report\(best\);<\/code>.*15\.0\u00a0ms/);
  });

  it('has a thin bar where a change is small, and none without one', () => {
    expect(html).toMatch(/>report<\/th><td[^>]*>▕<\/td><td[^>]*><\/td>/);
    expect(html).toMatch(/>sort<\/th><td[^>]*><\/td><td[^>]*>▏<\/td>/);
  });

  it('states how sure the change of each name is', () => {
    const row = /<tr><th[^>]*>count<.*?<\/tr>/s.exec(html)![0];
    expect(html).toContain('>± 95 %</th>');
    expect(row).toMatch(/−51\.9\u00a0%<\/td><td[^>]*>\d\.\d\d\u00a0ms</);
  });

  it('has a dot for each repetition, with means and intervals', () => {
    const [before, after] = REPEATED;
    const page = documentOf(before, after);
    expect(page.match(/<circle/g)).toHaveLength(16);
    expect(page).toContain('Repetition 3: 125 ms');
    expect(page).toMatch(
      /After: 8 repetitions between 75\.0 ms and 80\.0 ms, mean 77\.5 ms ± 1\.48/
    );
    expect(documentOf(...ONCE)).not.toContain('<circle');
  });

  it('draws the calls of both, marked by sign as well as by colour', () => {
    const page = documentOf(...REPEATED);
    expect(page).toContain('>▼ count −51.3 ms</text>');
    expect(page).toContain('>▲ report');
    expect(page).toContain('<title>render · 0 ns → 15.0 ms · render.ts</title>');
    const order = ['36 % faster', 'Time of each', 'Change of the time', 'Change of calls'];
    const places = [...order, 'Lines changed', 'Change of memory'].map(each => page.indexOf(each));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it('holds its pictures as images that sanitisers keep', () => {
    const images = [
      ...html.matchAll(/<img src="data:image\/svg\+xml;base64,[^"]+" alt="([^"]*)"/g)
    ];
    expect(images.map(([, alt]) => alt.split(/[:,]/)[0])).toEqual([
      ...['Before', 'Calls before and after', 'Timeline of after']
    ]);
    expect(html).not.toContain('<svg');
  });

  it('is in files that are saved, too', () => {
    const [before, after] = REPEATED;
    const comparison = comparisonOf(before, after);
    const bytes = HTML.write!.encode({ profile: comparedProfile(after), comparison });
    expect(new TextDecoder().decode(bytes)).toBe(documentOf(before, after));
  });

  it('has memory behind times', () => {
    expect(html.indexOf('Change of memory')).toBeGreaterThan(html.indexOf('Change of the time'));
  });

  it('escapes what profiles are called, and their lines', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const [before, after] = REPEATED;
    const drawings = [
      { ...before, name: hostile },
      {
        ...after,
        ranges: { [hostile]: 0.5 },
        source: hostile,
        stacks: [[`${hostile.replaceAll(' ', '/')}:5`, 600]] as const,
        files: { [hostile.replaceAll(' ', '/')]: `${hostile}.ts` }
      }
    ] as const;
    for (const text of [htmlOf(...drawings), documentOf(...drawings)]) {
      expect(text).not.toContain('<img src=x');
      expect(text).not.toContain('<img/src=x');
    }
    expect(documentOf(...drawings)).toContain('&lt;img/src=x');
  });

  it('has nothing of a comparison without one', () => {
    expect(profileHtml(comparedProfile(REPEATED[1]))).not.toContain('kernelscope-comparison');
  });
});

describe('the HTML of a repeated cell that was not compared', () => {
  it('has a dot for each repetition', () => {
    const page = profileDocument(comparedProfile(REPEATED[1]));
    expect(page).toContain('Time of each repetition');
    expect(page.match(/<circle/g)).toHaveLength(8);
    expect(page).toContain('"8 repetitions between 75.0 ms and 80.0 ms, mean 77.5 ms ± 1.48 ms');
  });

  it('has none for a single run', () => {
    expect(profileDocument(comparedProfile(ONCE[1]))).not.toContain('Time of each repetition');
  });
});
