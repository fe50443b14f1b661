import { readFileSync } from 'node:fs';
import { at } from './paths.mjs';

/** The files that give addresses of the repository. */
export const ADDRESSED = [
  'package.json',
  'src/package.json',
  'extension/package.json',
  'vscode/package.json',
  'README.md',
  'src/README.md',
  'kernel-bridge/python/README.md',
  'typedoc.json'
];

/** The ways to write the address of a repository, each before its name. */
const PREFIXES = ['github:', 'https://github.com/', 'https://mybinder.org/v2/gh/'];

const escaped = text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * The repository as `OWNER/NAME` on GitHub: what package.json says.
 *
 * @returns {string}
 */
export function repositoryName() {
  const { repository } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  return repository.slice('github:'.length);
}

/**
 * The names of all repositories on GitHub that `text` gives addresses of.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function namesIn(text) {
  const address = new RegExp(`(?:${PREFIXES.map(escaped).join('|')})([\\w.-]+/[\\w-]+)`, 'g');
  return [...text.matchAll(address)].map(([, name]) => name);
}

/**
 * `text` with the addresses of the repository `before` as those of `after`.
 *
 * @param {string} text
 * @param {string} before
 * @param {string} after
 */
export const moved = (text, before, after) =>
  PREFIXES.reduce(
    (result, prefix) => result.replaceAll(`${prefix}${before}`, `${prefix}${after}`),
    text
  );
