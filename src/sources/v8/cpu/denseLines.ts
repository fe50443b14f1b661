import type { Profiler } from 'node:inspector';
import { displayFile } from '../scripts/frameClassifier';
import type { SourceLine, SourceMapper } from '../scripts/sourceMapper';

/**
 * The source line for a line of a script in a function that begins at `column` of it. V8 records the
 * lines of samples but no columns, so for a line with most of the source, the best known line is the
 * one on which the function begins. Null for any other line.
 */
export function denseLine(
  mapper: SourceMapper,
  { file, line, column }: { readonly file: string; readonly line: number; readonly column: number }
): SourceLine | null {
  if (column < 1 || !mapper.isDense?.(file, line)) return null;
  return mapper.mapPosition(file, line, column);
}

/** A note about scripts sampled on lines with most of their source; null for none. */
export function denseLinesText(
  nodes: readonly Profiler.ProfileNode[],
  { mapper, folder }: { readonly mapper: SourceMapper; readonly folder: string }
): string | null {
  const isDense = ({ callFrame, positionTicks = [] }: Profiler.ProfileNode): boolean =>
    mapper.known(callFrame.url) &&
    positionTicks.some(({ line }) => mapper.isDense?.(callFrame.url, line) ?? false);
  const scripts = [...new Set(nodes.filter(isDense).map(({ callFrame }) => callFrame.url))];
  if (scripts.length === 0) return null;
  const others = scripts.length > 1 ? ` and ${scripts.length - 1} more` : '';
  return (
    `${displayFile(scripts[0], folder)}${others} ran as a single line of JavaScript, for which V8 ` +
    'reports functions but no lines: time counts for the lines on which functions begin'
  );
}
