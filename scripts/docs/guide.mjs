import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

/** The group of pages about the project itself. */
export const PROJECT = 'The project';

/** Headings of the README whose lists of links are the navigation of the site. */
const LISTS = ['The guide', 'Read on'];

/** Titles of groups that differ from the README: of a heading, and of a folder that it links to as a whole. */
const NAMES = { 'Read on': PROJECT, 'docs/adr/': 'Design decisions' };

/** A heading, or the target of a link to a page or a folder of this repository. */
const PARTS = /^(#{2,3}) (.*)$|\]\(((?!\w+:)[^)#]+(?:\.md|\/))\)/gm;

/** The pages that a link leads to: itself, or those in the folder. */
function pagesAt(root, target) {
  if (!target.endsWith('/')) return [target];
  const names = readdirSync(join(root, target)).filter(name => name.endsWith('.md'));
  return names.sort().map(name => target + name);
}

/**
 * The navigation of the site: groups of pages in the order of the README, each page once. A group is a heading below
 * "The guide", or "Read on", or a folder that one of them links to.
 *
 * @param {string} root The folder of the repository.
 * @returns {ReadonlyMap<string, readonly string[]>} Paths in the repository by the title of their group.
 */
export function readGuide(root) {
  const groups = new Map();
  const seen = new Set(['README.md']);
  for (const { title, target } of linksOf(readmeOf(root))) {
    const group = NAMES[target] ?? NAMES[title] ?? title;
    const pages = pagesAt(root, target).filter(page => !seen.has(page));
    pages.forEach(page => seen.add(page));
    groups.set(group, [...(groups.get(group) ?? []), ...pages]);
  }
  return groups;
}

/** The links of the lists, each with the heading that it is below. */
function linksOf(readme) {
  const links = [];
  let [list, title] = ['', ''];
  for (const [, level, heading, target] of readme.matchAll(PARTS)) {
    if (level === '##') list = heading;
    title = heading ?? title;
    if (target !== undefined && LISTS.includes(list)) links.push({ title, target });
  }
  return links;
}

const readmeOf = root => readFileSync(join(root, 'README.md'), 'utf8');

/** The title of a page: its first heading. */
export function titleOf(text) {
  return /^# (.*)$/m.exec(text)?.[1] ?? 'Untitled';
}

/** A link of a page, as a path in the repository; folders end with a slash. Undefined where nothing is there. */
export function pathOfLink(root, page, link) {
  const target = join(root, dirname(page), decodeURI(link.replace(/#.*/, '')));
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const path = relative(root, target).split(sep).join(posix.sep);
  return stat.isDirectory() ? `${path.replace(/\/$/, '')}/` : path;
}
