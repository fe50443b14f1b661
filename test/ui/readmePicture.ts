import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { SCREENSHOTS } from './screenshot';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The picture of the README, which the test of the first tutorial takes on request. */
export const README_PICTURE = join(root, 'docs', 'images', 'timeline.png');

/** True when the picture is to be taken anew instead of compared. */
export const isTakingPictures = process.env['KERNELSCOPE_PICTURES'] === '1';

/** The greatest weight of a picture of the guide. */
const MOST_PICTURE_BYTES = 150_000;

/**
 * Leaves a picture for the guide in `test/ui/screenshots`, and puts it into the guide if pictures are to be taken
 * anew. Returns whether the guide has one that is light enough.
 */
export function keepGuidePicture(name: string, png: Buffer): boolean {
  const inGuide = join(root, 'docs', 'images', `${name}.png`);
  mkdirSync(SCREENSHOTS, { recursive: true });
  writeFileSync(join(SCREENSHOTS, `guide-${name}.png`), png);
  if (isTakingPictures) writeFileSync(inGuide, png);
  return statSync(inGuide).size < MOST_PICTURE_BYTES;
}

/** Keyword of the text in the picture that says which tabs are on it. */
const KEYWORD = 'kernelscope:tabs';

/** Signature of PNG files and all of their first chunk. */
const HEAD_BYTES = 8 + 25;

/** The names of the tabs on a picture, as {@link withTabs} noted them; none where nothing is noted. */
export function tabsOf(png: Buffer): readonly string[] {
  for (let at = 8; at + 8 <= png.length;) {
    const length = png.readUInt32BE(at);
    const text = png.subarray(at + 8, at + 8 + length).toString('latin1');
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'tEXt' && text.startsWith(`${KEYWORD}\0`)) {
      return text.slice(KEYWORD.length + 1).split(', ');
    }
    at += 12 + length;
  }
  return [];
}

/** A picture with a note of the tabs that are on it, which no viewer shows. */
export function withTabs(png: Buffer, tabs: readonly string[]): Buffer {
  const body = Buffer.from(`tEXt${KEYWORD}\0${tabs.join(', ')}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, HEAD_BYTES), chunk, png.subarray(HEAD_BYTES)]);
}

/** The names of the tabs that the README reads out to who does not see its picture. */
export function tabsInReadme(): readonly string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll('\n', ' ');
  const [, names] = /The tabs are ([^.\]]+)\.\]\(docs\/images\/timeline\.png\)/.exec(readme) ?? [];
  return names?.split(/, | and /) ?? [];
}
