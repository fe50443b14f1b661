/** A link or a picture of a page. */
export interface MarkdownLink {
  /** The text of the link, or the description of the picture. */
  readonly text: string;
  readonly target: string;
  /** From 1. */
  readonly line: number;
}

/** Fenced blocks, and code in lines: neither has links. */
const CODE = /^( *)```[^]*?^\1```$|(`+)(?!`)[^]*?(?<!`)\2(?!`)/gm;

/** `[text](target)`, also around a picture, which is then found by itself. */
const LINK = /\[((?:[^\][]|\[[^\]]*\])*)\]\(\s*([^)\s]+)\s*\)/g;

/** A text of the same length and lines without words. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The links and pictures of a page of Markdown, in order. */
export function markdownLinks(page: string): readonly MarkdownLink[] {
  const prose = page.replace(CODE, blank);
  return Array.from(prose.matchAll(LINK), ({ index, 1: text, 2: target }) => ({
    text,
    target,
    line: page.slice(0, index).split('\n').length
  }));
}

/** The anchors of the headings of a page, as GitHub makes them. */
export function headingAnchors(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const text = page.replace(/^( *)```[^]*?^\1```$/gm, blank);
  for (const [, heading] of text.matchAll(/^#{1,6} +(.*?)\s*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}
