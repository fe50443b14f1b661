import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { headingAnchors, markdownLinks } from '../support/markdownLinks';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Files that are or may be committed. */
const files = new Set(
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8'
  })
    .split('\0')
    .filter(path => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
);

/** Pages, and the notebooks that link to them. */
const pages = [...files].filter(path => path.endsWith('.md') && !path.startsWith('test/golden/'));
const notebooks = [...files].filter(path => path.startsWith('binder/') && path.endsWith('.ipynb'));

/** The weight of a picture that is part of a page. */
const MOST_BYTES = { still: 150_000, moving: 2e6 };

interface Notebook {
  readonly cells: readonly { readonly cell_type: string; readonly source: readonly string[] }[];
}

/** The Markdown of a page, or of the cells of a notebook. */
function textOf(path: string): string {
  if (!path.endsWith('.ipynb')) return read(path);
  const { cells } = JSON.parse(read(path)) as Notebook;
  return cells
    .filter(({ cell_type: type }) => type === 'markdown')
    .map(({ source }) => source.join(''))
    .join('\n\n');
}

const isElsewhere = (target: string): boolean => /^[a-z][\w+.-]*:/i.test(target);

/** The path that a link leads to, without `/` at its end. */
const pathOf = (page: string, target: string): string => {
  const [path] = target.split('#');
  return path === '' ? page : normalize(join(dirname(page), decodeURI(path))).replace(/\/$/, '');
};

const filesBelow = (folder: string): readonly string[] =>
  [...files].filter(path => dirname(path) === folder);

/** Why a link leads nowhere; undefined if it leads somewhere. */
function faultOf(page: string, target: string): string | undefined {
  if (isElsewhere(target)) return undefined;
  const path = pathOf(page, target);
  const [, anchor] = target.split('#');
  if (!files.has(path)) {
    const isFolder = [...files].some(file => file.startsWith(`${path}/`));
    return isFolder && anchor === undefined ? undefined : 'is not there';
  }
  if (anchor === undefined || !path.endsWith('.md')) return undefined;
  return headingAnchors(read(path)).has(decodeURIComponent(anchor))
    ? undefined
    : 'has no such anchor';
}

/** Pages that a page links to; a link to a folder leads to what is in it. */
const linkedFrom = (page: string): readonly string[] =>
  markdownLinks(read(page))
    .filter(({ target }) => !isElsewhere(target))
    .map(({ target }) => pathOf(page, target))
    .flatMap(path => (files.has(path) ? [path] : filesBelow(path)))
    .filter(path => path.endsWith('.md'));

describe('links of the documentation', () => {
  it.each([...pages, ...notebooks])('of %s lead to files and headings that are there', page => {
    const faults = markdownLinks(textOf(page)).flatMap(({ target, line }) => {
      const fault = faultOf(page, target);
      return fault === undefined ? [] : [`${page}:${line}: ${target} ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it('lead from the README to every page in two clicks', () => {
    const first = linkedFrom('README.md');
    const reached = new Set(['README.md', ...first, ...first.flatMap(linkedFrom)]);
    const documented = pages.filter(path => path.startsWith('docs/') || !path.includes('/'));
    expect(documented.length).toBeGreaterThan(70);
    expect(documented.filter(path => !reached.has(path))).toEqual([]);
  });

  it('describe each picture, and lead to each picture that is kept', () => {
    const links = pages.flatMap(page => markdownLinks(read(page)).map(link => ({ page, ...link })));
    const pictures = links.filter(({ target }) => /^[^:]*\.(png|svg|webp)$/.test(target));
    expect(pictures.filter(({ text }) => text.length < 20)).toEqual([]);
    const shown = new Set(pictures.map(({ page, target }) => pathOf(page, target)));
    expect(filesBelow('docs/images').filter(path => !shown.has(path))).toEqual([]);
  });

  it('show pictures that load quickly', () => {
    const heavy = filesBelow('docs/images').filter(path => {
      const most = path.endsWith('.webp') ? MOST_BYTES.moving : MOST_BYTES.still;
      return statSync(join(root, path)).size > most;
    });
    expect(heavy).toEqual([]);
  });
});

describe('the reader of links', () => {
  const PAGE =
    '# A `b` c\n\n`[no](no.md)` [yes](yes.md#a-b-c)\n\n```ts\n[no](no.md)\n```\n\n## A b c\n';

  it('takes no code for a link', () => {
    expect(markdownLinks(PAGE)).toEqual([{ text: 'yes', target: 'yes.md#a-b-c', line: 3 }]);
  });

  it('names headings as GitHub does', () => {
    expect([...headingAnchors(PAGE)]).toEqual(['a-b-c', 'a-b-c-1']);
  });

  it('finds what is not there', () => {
    expect(faultOf('README.md', 'docs/none.md')).toBe('is not there');
    expect(faultOf('README.md', 'CHANGELOG.md#none')).toBe('has no such anchor');
    expect(faultOf('docs/glossary.md', '../docs/adr/')).toBeUndefined();
  });
});
