import {
  type LineCost,
  type LineCostKind,
  lineCostKinds,
  ownLineCosts
} from '../../analysis/stacks/lineCosts';
import { formatBytes, formatDuration, joinWords, plural } from '../../base/text';
import { knownSources } from '../../report/lineTables';
import type { Profile } from '../../model/profile/profile';
import { clippedTo } from '../../tables/displayWidth';
import { printable } from '../../tables/printable';
import { textTable } from '../../tables/textTable';

/** UTF-16 units of a line of source code that are looked at, and columns that it takes. */
const SOURCE = { characters: 1000, width: 100 } as const;

const TITLES: Readonly<Record<LineCostKind, string>> = {
  cpu: 'Lines by CPU time',
  waiting: 'Lines by waiting time',
  allocations: 'Lines by heap memory that was allocated',
  operators: 'Lines by time of operators',
  gpu: 'Lines by time of GPUs'
};

/** The `top` lines that cost most themselves as text, then those with the greatest totals. */
export function linesText(profile: Profile, kind: LineCostKind, top: number): string {
  const { lines, unit, whole } = ownLineCosts(profile, kind);
  if (lines.length === 0) return noLines(profile);
  const format = unit === 'bytes' ? formatBytes : formatDuration;
  const textOf = sourceTextsOf(profile);
  const sorted = [...lines].sort(
    (a, b) => b.selfShare - a.selfShare || (b.totalShare ?? 0) - (a.totalShare ?? 0)
  );
  const rows = sorted.slice(0, top).map(each => {
    const { file, line, selfShare, totalShare } = each;
    return [
      format(selfShare * whole),
      `${(100 * selfShare).toFixed(1)} %`,
      totalShare === null ? '' : format(totalShare * whole),
      `${printable(file)}:${line}${textOf(each)}`
    ];
  });
  const hidden = lines.length - rows.length;
  const note = hidden > 0 ? `${plural(hidden, 'more line')} not shown.\n` : '';
  return `${textTable(TITLES[kind], ['Self', 'Share', 'Total', 'Line'], rows, 0).trimStart()}${note}`;
}

function noLines(profile: Profile): string {
  const kinds = lineCostKinds(profile);
  return kinds.length === 0
    ? 'The profile has no lines: record it with call stacks.'
    : `The profile has no lines of this kind. It has those of ${joinWords(kinds, 'and')}.`;
}

/** Finds the code of a line in the texts that the profile has. */
function sourceTextsOf(profile: Profile): (line: LineCost) => string {
  const texts = knownSources(profile);
  return ({ file, line }) => {
    const text = texts.get(file)?.[line - 1]?.trim() ?? '';
    const shown = clippedTo(printable(text.slice(0, SOURCE.characters)), SOURCE.width);
    return shown === '' ? '' : `  ${shown}`;
  };
}
