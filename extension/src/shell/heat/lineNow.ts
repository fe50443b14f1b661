import { sourceLines } from 'kernelscope/model';
import { type ProfiledText, isEdited, linesAfterEdit } from './editedLines';

/** Where a line of a profiled text is in the text of today, both one-based; 0 if it is gone. */
export function lineNow(profiled: ProfiledText, now: string, line: number): number {
  if (!isEdited(profiled, now)) return line;
  return linesAfterEdit(sourceLines(profiled.text), sourceLines(now))[line - 1] ?? 0;
}
