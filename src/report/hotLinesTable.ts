import type { HotLine } from '../analysis/lines/hotLines';
import { hotLines } from '../analysis/lines/hotLines';
import { plural } from '../base/text';
import type { Profile } from '../model/profile/profile';
import { clippedFront, clippedTo, displayWidth, padRight } from '../tables/displayWidth';
import { printable } from '../tables/printable';
import { TEXT_WIDTH, timeTable, topRows } from './text/timeRows';
import { wholeText } from './text/wholeText';

/** The source of a line as it was written, or undefined where it is not known. */
export type SourceOfLine = (file: string, line: number) => string | undefined;

/** Columns that the place of a line takes at most where its source is shown. */
const PLACE_WIDTH = 26;

/**
 * The `top` lines with the most CPU time, as text in 80 columns, with their sources as far as they are known; 0 for
 * all. The rows add up to the last one, the whole. Empty for a profile without lines.
 */
export function hotLinesTable(profile: Profile, top: number, sourceOf: SourceOfLine): string {
  const { wholeNs, restNs, lines } = hotLines(profile);
  if (lines.length === 0) return '';
  const { shown, others } = topRows(lines, top);
  const texts = lineTexts(shown, sourceOf);
  const rows = shown.map((line, at) => ({ ...line, text: texts[at] }));
  const rest = [
    ...(others.count > 0 ? [{ ...others, text: plural(others.count, 'other line') }] : []),
    ...(restNs > 0 ? [{ selfNs: restNs, text: 'other code, and when idle' }] : [])
  ].map(row => ({ ...row, totalNs: null }));
  const whole = { selfNs: wholeNs, totalNs: null, text: wholeText(profile, wholeNs) };
  return timeTable('Hottest Lines', [...rows, ...rest], whole);
}

function lineTexts(lines: readonly HotLine[], sourceOf: SourceOfLine): readonly string[] {
  const texts = lines.map(({ file, line }) => {
    const source = printable(sourceOf(file, line)?.trim() ?? '');
    const limit = source === '' ? TEXT_WIDTH : PLACE_WIDTH;
    return { source, place: clippedFront(`${printable(file)}:${line}`, limit) };
  });
  const beside = texts.filter(({ source }) => source !== '');
  const width = Math.max(0, ...beside.map(({ place }) => displayWidth(place)));
  return texts.map(({ place, source }) => {
    if (source === '') return place;
    return `${padRight(place, width)}  ${clippedTo(source, TEXT_WIDTH - width - 2)}`;
  });
}
