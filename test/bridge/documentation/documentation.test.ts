import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_SETUPS } from './pageSetups';
import { readPages } from './readPages';
import { Reader } from './reader';
import { trySnippet } from './trySnippet';
import { sampleOf } from '../../support/tiers';

const pages = readPages();

const withCode = pages.filter(({ snippets }) => snippets.length > 0);

describe.each(sampleOf(withCode, 16))('$name', page => {
  const setup = PAGE_SETUPS[page.name] ?? {};
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.open(page, setup);
  });
  afterAll(() => reader?.dispose());

  for (const snippet of page.snippets) {
    const own = setup.snippets?.[snippet.title] ?? {};
    const { as } = own.treatment ?? { as: snippet.language };
    it(`${snippet.title}, line ${snippet.line} (${as})`, () => trySnippet(reader, snippet, own));
  }
});

it('has setups only of snippets that there are', () => {
  const titles = pages.flatMap(({ name, snippets }) =>
    snippets.map(({ title }) => `${name} ${title}`)
  );
  const named = Object.entries(PAGE_SETUPS).flatMap(([name, { snippets = {} }]) =>
    Object.keys(snippets).map(title => `${name} ${title}`)
  );
  expect(titles).toEqual(expect.arrayContaining(named));
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(PAGE_SETUPS)));
});
