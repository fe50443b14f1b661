import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that paths of pages are relative to. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Languages of code that a reader runs. */
const RUNNABLE = ['ts', 'sh', 'python', 'yaml', 'json'] as const;

/** Languages of what code prints or writes. */
const PRINTED = ['text', 'csv'] as const;

/** The language that a block of code is marked with. */
export type Language = (typeof RUNNABLE)[number] | (typeof PRINTED)[number];

/** A block of code of a page. */
export interface Snippet {
  /** Its heading and its number below that, from 1, as in `Schedules 1`. */
  readonly title: string;
  /** The line of the page that its code begins on, from 1. */
  readonly line: number;
  readonly language: Language;
  readonly code: string;
  /** The output that the page shows: the next block, if it is text under the same heading. */
  readonly sample: string | null;
}

/** A page of the documentation. */
export interface Page {
  /** Its path in the repository. */
  readonly name: string;
  readonly text: string;
  readonly snippets: readonly Snippet[];
}

interface Block extends Omit<Snippet, 'sample'> {
  readonly heading: string;
}

const isIn = (languages: readonly string[], language: string): boolean =>
  languages.includes(language);

function languageOf(tag: string, place: string): Language {
  if (isIn([...RUNNABLE, ...PRINTED], tag)) return tag as Language;
  throw new Error(`${place}: "${tag}" must be one of ${[...RUNNABLE, ...PRINTED].join(', ')}`);
}

/** All blocks between fences, in order. */
function blocksOf(name: string, text: string): readonly Block[] {
  const blocks: Block[] = [];
  let heading = '';
  // A fence with its tag, what is in it, and its end; or a heading.
  const parts = /^( *)```(.*)\n([^]*?)^\1```$|^#+ (.*)$/gm;
  for (const { index, 0: whole, 2: tag, 3: code, 4: title } of text.matchAll(parts)) {
    if (title !== undefined) {
      heading = title;
      continue;
    }
    const line = text.slice(0, index).split('\n').length + 1;
    const number = blocks.filter(block => block.heading === heading).length + 1;
    if (/^ *```/m.test(code)) throw new Error(`${name}:${line}: ${whole} has a fence in it`);
    const language = languageOf(tag, `${name}:${line}`);
    blocks.push({ title: `${heading} ${number}`, heading, line, language, code });
  }
  const fences = text.match(/^ *```/gm)?.length ?? 0;
  if (fences !== 2 * blocks.length) throw new Error(`${name} has a fence without its end`);
  return blocks;
}

/** True if the block at `index` is what the block above it prints. */
function isSample(blocks: readonly Block[], index: number): boolean {
  if (index === 0 || index >= blocks.length) return false;
  const [above, block] = [blocks[index - 1], blocks[index]];
  const isBelow = above.heading === block.heading && isIn(RUNNABLE, above.language);
  return isBelow && isIn(PRINTED, block.language);
}

/** Puts samples to what prints them; text that nothing above prints stays by itself. */
function withSamples(blocks: readonly Block[]): readonly Snippet[] {
  return blocks.flatMap(({ heading: _, ...block }, index) => {
    if (isSample(blocks, index)) return [];
    return [{ ...block, sample: isSample(blocks, index + 1) ? blocks[index + 1].code : null }];
  });
}

/**
 * The blocks of code of a page, which is Markdown.
 *
 * @throws Error for a block without a language, or with one that is not known, and for a fence without its end
 */
export function parsePage(name: string, text: string): Page {
  return { name, text, snippets: withSamples(blocksOf(name, text)) };
}

/** The readme and all pages of the user guide. */
export function readPages(): readonly Page[] {
  const guide = readdirSync(path.join(ROOT, 'docs', 'user-guide'));
  const names = ['README.md', ...guide.map(name => `docs/user-guide/${name}`).sort()];
  return names.map(name => parsePage(name, readFileSync(path.join(ROOT, name), 'utf8')));
}
