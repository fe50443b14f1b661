import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CAUSES } from '../../../../src/model/output/causes';
import type { FindingOf, Findings } from '../../../../src/model/output/findings';
import { CAUSE_TITLES, causeAddress } from '../../../../src/report/findings/causeWords';
import { findingText } from '../../../../src/report/findings/findingSentence';
import { explainMarkdown, findingsText } from '../../../../src/report/findings/findingsReport';
import { findingsMarkup } from '../../../../src/formats/html/write';

const PAGE = readFileSync(
  new URL('../../../../docs/user-guide/causes.md', import.meta.url),
  'utf8'
);

function hotLine(cause: string, causeLine?: number): FindingOf<'hotLine'> {
  const place = { file: 'a.ts', line: 7 };
  return {
    kind: 'hotLine',
    ...{ share: 0.5, low: null, high: null },
    facts: {
      ...{ ...place, code: 'x();', function: 'f', timeNs: 5e8, cause, causeCode: 'x()' },
      ...(causeLine === undefined ? {} : { causeFile: 'b.ts', causeLine })
    },
    target: { view: 'source', selection: { type: 'line', ...place, costs: 'cpu' }, window: null }
  };
}

describe.each(CAUSES)('%s', cause => {
  it('has a cause and a cure, each a sentence', () => {
    const text = findingText(hotLine(cause, 3));
    expect(text).toMatch(
      /^Line a\.ts:7 took 50(?:\.0)? % of the time, in `f\(\)`: `x\(\);`\. .+\. .+\.$/
    );
    expect(text).not.toMatch(/%\d/);
  });

  it('is a whole sentence where the place of the loop is not known', () => {
    const text = findingText(hotLine(cause));
    expect(text).not.toMatch(/%\d| at [.:]|^undefined/);
  });

  it('leads to its section of the page', () => {
    const anchor = causeAddress(hotLine(cause))?.split('#')[1];
    const headings = [...PAGE.matchAll(/^## (.*)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')
    );
    expect(headings).toContain(anchor);
  });
});

it('the page has a section for each cause, with code and what it prints, and no other', () => {
  const sections = PAGE.split(/^## /m).slice(1);
  expect(new Set(sections.map(text => text.split('\n')[0]))).toEqual(new Set(CAUSE_TITLES));
  for (const text of sections) {
    expect(text).toMatch(/```ts\n[^]*```\n\n```text\n(?:…\n)?.+ before, .+ after/);
  }
});

it('says what of a line was in a function of Node or a library, and what the rest is', () => {
  const { facts, ...finding } = hotLine('');
  const readFile = { ...facts, called: 'readFileSync', calledShare: 0.25 };
  expect(findingText({ ...finding, facts: readFile })).toBe(
    'Line a.ts:7 took 50 % of the time, in `f()`; 25 % of that in `readFileSync()`: `x();`'
  );
  expect(findingText({ ...finding, facts: { ...readFile, builtIn: 'JSON.parse' } })).toBe(
    'Line a.ts:7 took 50 % of the time, in `f()`; 25 % of that in `readFileSync()`, ' +
      'and the rest in `JSON.parse()` and the line itself: `x();`'
  );
  const whole = { ...readFile, calledShare: 0.9999, builtIn: 'JSON.parse' };
  expect(findingText({ ...finding, facts: whole })).toBe(
    'Line a.ts:7 took 50 % of the time, in `f()`; 100 % of that in `readFileSync()`: `x();`'
  );
});

it('names the object to make once, where the code makes it unseen', () => {
  const { facts, ...finding } = hotLine('constructorInLoop', 3);
  const text = findingText({
    ...finding,
    facts: { ...facts, causeCode: "at.toLocaleString('de')" }
  });
  expect(text).toContain('Make one `Intl.DateTimeFormat` or `Intl.NumberFormat` before the loop');
  expect(findingText(hotLine('constructorInLoop', 3))).toContain(
    'Make it once, outside of the loop'
  );
});

it('names no cause that is not known, as of a later version', () => {
  expect(findingText(hotLine('laterCause'))).toBe(
    'Line a.ts:7 took 50 % of the time, in `f()`: `x();`'
  );
  expect(causeAddress(hotLine('laterCause'))).toBeNull();
});

it('links the page in text, Markdown and HTML', () => {
  const found = { findings: [hotLine('searchInLoop', 3)], shares: null };
  const address = causeAddress(found.findings[0]) ?? '';
  expect(address).toMatch(/causes\.md#an-array-searched-in-a-loop$/);
  expect(findingsText(found)).toContain(` ${address}\n`);
  const named = { ...found, name: 'p', wallNs: 1e9, notes: [], options: {} };
  expect(explainMarkdown(named)).toContain(`[Before and after](${address})`);
  expect(findingsMarkup(found).text).toContain(`<a href="${address}"`);
});

describe('how to try a cure', () => {
  const cell = { file: 'a.ts', executionCount: 3, source: '' };
  const found = (cause: string): Findings => ({ findings: [hotLine(cause)], shares: null });
  const explained = { name: 'slow', wallNs: 1e9, notes: [], options: {} };

  it('is said in texts, in HTML and as the next measurement', () => {
    const one = found('searchInLoop');
    expect(findingsText(one, cell)).toContain('run it with `%%profile --try`: in turns');
    expect(findingsMarkup(one, cell).text).toContain('run it with <code>%%profile --try</code>');
    const next = explainMarkdown({ ...explained, ...one, cell }).split('## Measure next')[1];
    expect(next).toContain(
      '- Change the cell as a finding says, and run it with `%%profile --try`'
    );
  });

  it('is not said without a cure, and not of code that is in no profiled cell', () => {
    for (const [one, place] of [
      [found(''), cell],
      [found('searchInLoop'), null],
      [found('searchInLoop'), { ...cell, file: 'b.ts' }]
    ] as const) {
      expect(findingsText(one, place)).not.toContain('--try');
      expect(findingsMarkup(one, place).text).not.toContain('--try');
      expect(explainMarkdown({ ...explained, ...one, cell: place })).not.toContain('--try');
    }
  });
});
