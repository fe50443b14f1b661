import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const HREF = /<[^>]*\s(?:href|src)="([^"]*)"/g;
const ID = /<[^>]*\s(?:id|name)="([^"]*)"/g;

/** Files that a page loads by itself from another server. */
const REMOTE =
  /<(?:img|script|link|iframe|video|source)\b[^>]*\s(?:href|src)="((?:https?:)?\/\/[^"]*)"/g;

const unescaped = text =>
  text.replace(/&#x?\w+;|&amp;|&quot;/g, entity => {
    if (entity === '&amp;') return '&';
    if (entity === '&quot;') return '"';
    const code = entity.startsWith('&#x') ? parseInt(entity.slice(3), 16) : +entity.slice(2, -1);
    return String.fromCodePoint(code);
  });

const valuesOf = (html, pattern) =>
  Array.from(html.matchAll(pattern), ([, value]) => unescaped(value));

/** The fault of a link; undefined if it leads somewhere. */
function faultOf(site, page, link, anchorsOf) {
  if (/^(\w+:|\/\/)/.test(link)) return undefined;
  const [path, anchor] = link.split('#');
  const target = path === '' ? page : resolve(dirname(page), decodeURI(path));
  if (!target.startsWith(site) || !existsSync(target)) return `${link} is not there`;
  const file = statSync(target).isDirectory() ? join(target, 'index.html') : target;
  if (!anchor || !file.endsWith('.html')) return undefined;
  const isThere = anchorsOf(file).has(decodeURIComponent(anchor));
  return isThere ? undefined : `${link} has no such anchor`;
}

/**
 * The faults of a folder of pages: links to files or anchors that are not there, and what pages load from other
 * servers, so that they could not be read offline. Each is a line that begins with its page.
 *
 * @param {string} site
 * @returns {string[]}
 */
export function checkSite(site) {
  const pages = readdirSync(site, { recursive: true })
    .filter(name => name.endsWith('.html'))
    .map(name => join(site, name));
  const anchors = new Map();
  const anchorsOf = file => {
    if (!anchors.has(file)) anchors.set(file, new Set(valuesOf(readFileSync(file, 'utf8'), ID)));
    return anchors.get(file);
  };
  return pages.flatMap(page => {
    const html = readFileSync(page, 'utf8');
    const faults = valuesOf(html, HREF).map(link => faultOf(site, page, link, anchorsOf));
    const remote = valuesOf(html, REMOTE).map(link => `${link} is loaded from another server`);
    const found = new Set([...faults, ...remote].filter(fault => fault !== undefined));
    return Array.from(found, fault => `${relative(site, page)}: ${fault}`);
  });
}
