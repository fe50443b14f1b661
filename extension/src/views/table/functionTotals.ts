import type { TranslationBundle } from '../../shared/content/application';
import {
  type FunctionWeight,
  type TimeWindow,
  functionWeights,
  sampleStacks,
  threadWhole,
  waitStacks
} from 'kernelscope/analysis';
import {
  type BundleRow,
  type BundleSection,
  FrameKind,
  GC_CATEGORY,
  type Profile
} from 'kernelscope/model';
import { placeName } from '../../shared/content/format';
import { type LabelKey, isSameLabel } from './model';

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

/** The functions that samples of `window`, or of the whole run, were taken in, and those that waited. */
export function functionTotals(
  profile: Profile,
  window: TimeWindow | null,
  trans: TranslationBundle
): FunctionTotals {
  const weights = withWaits(
    functionWeights(profile, sampleStacks(profile, { window })),
    functionWeights(profile, waitStacks(profile, { window }))
  );
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
    wholeNs: threadWhole(profile, window)
  };
}

/** The function of a row; undefined if there is none. */
export function functionOf(
  functions: readonly ListedFunction[],
  label: LabelKey
): ListedFunction | undefined {
  return functions.find(each => isSameLabel(each.label, label));
}

/** A function with the time that it, and what it called, waited at `await`s; NaN if it never did. */
interface WaitingFunction extends FunctionWeight {
  readonly waiting: number;
}

/** Adds waiting to the functions that were sampled, and the functions that did nothing but wait. */
function withWaits(
  sampled: readonly FunctionWeight[],
  waits: readonly FunctionWeight[]
): WaitingFunction[] {
  const waitOf = new Map(waits.map(each => [keyOf(each), each]));
  const known = sampled.map(each => {
    const waiting = waitOf.get(keyOf(each))?.total ?? NaN;
    waitOf.delete(keyOf(each));
    return { ...each, waiting };
  });
  const idle = Array.from(waitOf.values(), each => {
    return { ...each, self: 0, total: 0, waiting: each.total };
  });
  const room = Math.max(0, MAX_FUNCTIONS - Math.min(idle.length, MAX_FUNCTIONS / 2));
  return [...known.slice(0, room), ...idle];
}

function keyOf({ name, file, line, kind }: FunctionWeight): string {
  return JSON.stringify([name, file, line, kind]);
}

function rowOf(name: string, { total, self, waiting }: WaitingFunction): BundleRow {
  const cells = [name, NaN, total, self, NaN, NaN, NaN, NaN, NaN, NaN] as const;
  return Number.isNaN(waiting) ? cells : [...cells, null, null, null, waiting];
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
