import { type Finding, type Profile, isWholeCell } from 'kernelscope/model';
import { cureIn } from 'kernelscope/report';
import { removeMagic } from 'kernelscope/settings';
import type { TranslationBundle } from '../shared/content/application';

/**
 * The text of a cell in which the cure of a finding can be tried: the code of the profiled cell, with the cure as a
 * comment above the line that the finding names, and the magic that runs it in turns with the cell as it was recorded.
 * Null where the finding has no cure, or names a line that is not of the profiled cell, or the profile has only the
 * beginning of that.
 */
export function trialCell(
  finding: Finding,
  { name, cell }: Pick<Profile['meta'], 'name' | 'cell'>,
  trans: TranslationBundle
): string | null {
  const cure = cureIn(finding, cell, trans);
  if (cure === null || cell === null || !isWholeCell(cell)) return null;
  const lines = removeMagic(cell.source).split(/\r\n|\r|\n/);
  const above = cure.line - 1;
  const [indent] = /^[ \t]*/.exec(lines[above] ?? '') ?? [''];
  const code = [...lines.slice(0, above), `${indent}// ${cure.text}`, ...lines.slice(above)];
  return `%%profile --try --compare ${quoted(name)}\n${code.join('\n').replace(/^(?:[ \t]*\n)+/, '')}`;
}

/** A word of a magic line. */
function quoted(word: string): string {
  return `"${word.replace(/["\\]/g, '\\$&')}"`;
}
