import type { TranslationBundle } from '@jupyterlab/translation';
import type { FunctionWeight, TimeWindow } from 'kernelscope/analysis';
import { functionWeights, leastWhole, sampleStacks } from 'kernelscope/analysis';
import type { BundleRow, BundleSection, Profile } from 'kernelscope/model';
import { FrameKind, GC_CATEGORY } from 'kernelscope/model';
import { placeName } from '../../shared/content/placeName';
import type { LabelKey } from './model';
import { isSameLabel } from './model';

/** The maximum number of functions in a table: those with the most time of their own. */
const MAX_FUNCTIONS = 1000;

/** A function in a row of a table. */
export interface ListedFunction {
  /** The row. */
  readonly label: LabelKey;
  readonly file: string;
  /** One-based line on which it begins, 0 when unknown. */
  readonly line: number;
}

/** CPU time by function, from samples. */
export interface FunctionTotals {
  /** By the origin of the code, the user's own first. Rows know total and self time, no more. */
  readonly sections: readonly BundleSection[];
  readonly functions: readonly ListedFunction[];
  /** The value of a share of 1, nanoseconds. */
  readonly wholeNs: number;
}

/** No functions. */
export const NO_FUNCTIONS: FunctionTotals = { sections: [], functions: [], wholeNs: 0 };

/** The functions that samples of `window`, or of the whole run, were taken in. */
export function functionTotals(
  profile: Profile,
  window: TimeWindow | null,
  trans: TranslationBundle
): FunctionTotals {
  const weights = functionWeights(profile, sampleStacks(profile, { window }));
  const sampledNs = weights.reduce((sum, { self }) => sum + self, 0);
  const shown = weights.slice(0, MAX_FUNCTIONS).map(each => {
    const label = { category: originOf(each, trans), name: nameOf(each, trans) };
    return { label, each };
  });
  const origins = originNames(trans);
  const sections = origins.map(category => ({
    category,
    unit: 'nanoseconds' as const,
    rows: shown
      .filter(({ label }) => label.category === category)
      .map(({ label, each }) => rowOf(label.name, each))
  }));
  return {
    sections: sections.filter(({ rows }) => rows.length > 0),
    functions: shown.map(({ label, each: { file, line } }) => ({ label, file, line })),
    wholeNs: Math.max(sampledNs, leastWhole(profile, 'nanoseconds', window))
  };
}

/** The function of a row; undefined if there is none. */
export function functionOf(
  functions: readonly ListedFunction[],
  label: LabelKey
): ListedFunction | undefined {
  return functions.find(each => isSameLabel(each.label, label));
}

function rowOf(name: string, { total, self }: FunctionWeight): BundleRow {
  return [name, NaN, total, self, NaN, NaN, NaN, NaN, NaN, NaN];
}

function nameOf({ name, file, line }: FunctionWeight, trans: TranslationBundle): string {
  const place = placeName(file, line);
  const known = name === '' ? trans.__('(anonymous)') : name;
  return place === '' ? known : `${known} · ${place}`;
}

function originOf({ kind }: FunctionWeight, trans: TranslationBundle): string {
  const [own, library, node, native, gc] = originNames(trans);
  switch (kind) {
    case FrameKind.user:
      return own;
    case FrameKind.library:
      return library;
    case FrameKind.runtime:
      return node;
    case FrameKind.gc:
      return gc;
    default:
      return native;
  }
}

function originNames(trans: TranslationBundle): readonly string[] {
  return [
    trans.__('your code'),
    trans.__('library'),
    trans.__('Node.js'),
    trans.__('native'),
    GC_CATEGORY
  ];
}
