import {
  type LineCost,
  type LineCostKind,
  type LineCosts,
  lineCostKinds,
  lineCosts
} from 'kernelscope/analysis';
import { type Finding, type Profile, isWholeCell } from 'kernelscope/model';
import { heatOf } from '../../views/source/model';
import type { ProfiledText } from './editedLines';

/** The kind of cost that a person wants to see; for `auto` the one that the profile is about. */
export type WantedCost = LineCostKind | 'auto';

/** The costs of the lines of a cell, as one profile has them. */
export interface FileHeat extends ProfiledText {
  /** The name of the cell in the profile. */
  readonly file: string;
  /** True for the cell that was profiled. */
  readonly isProfiled: boolean;
  /** One entry for each kind of cost that the profile has; `lines` are those of this file. */
  readonly costs: readonly LineCosts[];
  /** The kind of cost that the profile is about. */
  readonly leading: LineCostKind;
}

/** The kind of cost that the first finding of a profile is about. */
export function leadingCost(findings: readonly Finding[]): LineCostKind {
  const selection = findings.at(0)?.target.selection;
  return (selection?.type === 'line' ? selection.costs : undefined) ?? 'cpu';
}

/** The costs of the lines of all cells whose text is in a profile, the profiled one first. */
export function fileHeats(profile: Profile, leading: LineCostKind = 'cpu'): FileHeat[] {
  const all = lineCostKinds(profile).map(kind => {
    const costs = lineCosts(profile, kind);
    return { costs, byFile: groupByFile(costs.lines) };
  });
  return textsOf(profile).map(text => ({
    ...text,
    leading,
    costs: all.map(({ costs, byFile }) => ({ ...costs, lines: byFile.get(text.file) ?? [] }))
  }));
}

/** The costs to show: those of the wanted kind, else of the first kind that the profile has. */
export function shownCosts({ costs, leading }: FileHeat, wanted: WantedCost): LineCosts | null {
  const asked = wanted === 'auto' ? leading : wanted;
  return costs.find(({ kind }) => kind === asked) ?? costs[0] ?? null;
}

/** True when a line costs something, of whatever kind. */
export function isWarm({ costs }: FileHeat): boolean {
  return costs.some(({ lines }) => lines.some(line => heatOf(line) > 0));
}

/** The texts of all cells that are in a profile, that of the profiled one first. */
export function textsOf({ meta, sourceTexts }: Profile): Omit<FileHeat, 'costs' | 'leading'>[] {
  const { cell } = meta;
  const others = sourceTexts
    .filter(({ file }) => file !== cell?.file)
    .map(each => ({ ...each, isProfiled: false }));
  if (!cell) return others;
  const { file, source } = cell;
  const isClipped = !isWholeCell(cell);
  return [{ file, text: source, isClipped, isProfiled: true }, ...others];
}

function groupByFile(lines: readonly LineCost[]): ReadonlyMap<string, LineCost[]> {
  const files = new Map<string, LineCost[]>();
  for (const line of lines) {
    const known = files.get(line.file);
    if (known) known.push(line);
    else files.set(line.file, [line]);
  }
  return files;
}
