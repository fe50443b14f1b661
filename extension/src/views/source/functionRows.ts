import type { TranslationBundle } from '../../shared/content/application';
import {
  type FunctionWeight,
  type LineCostKind,
  STACK_WEIGHTS,
  type StackWeights,
  effectiveSamples,
  functionWeights,
  leastWhole,
  threadWhole
} from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import { type NumberFormats, placeName } from '../../shared/content/format';
import type { GridColumn, GridRow } from '../../shared/grid/rowGridNodes';
import { shareTitle } from './costWords';

/** Functions that the view lists at most. */
export const MAX_FUNCTIONS = 50;

/** The functions with the most self time, and what their shares are of. */
export interface HotFunctions {
  readonly functions: readonly FunctionWeight[];
  /** The value of a share of 1. */
  readonly whole: number;
  /** 0 where nothing was sampled. */
  readonly sampleCount: number;
}

export interface FunctionContext {
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The functions of a profile that cost most. */
export function hottestFunctions(profile: Profile, kind: LineCostKind): HotFunctions {
  const weights = STACK_WEIGHTS[kind](profile);
  return {
    functions: functionWeights(profile, weights).slice(0, MAX_FUNCTIONS),
    whole: wholeOf(profile, weights, kind),
    sampleCount: kind === 'cpu' ? Math.round(effectiveSamples(profile.samples)) : 0
  };
}

/** The same as for lines, see `lineCosts`. */
function wholeOf(profile: Profile, weights: StackWeights, kind: LineCostKind): number {
  if (kind === 'cpu' || kind === 'waiting') return threadWhole(profile);
  const weighed = weights.weight.reduce((sum, each) => sum + each, 0);
  return Math.max(weighed, leastWhole(profile, weights.unit));
}

/** The columns of {@link functionRows}. */
export function functionColumns(kind: LineCostKind, trans: TranslationBundle): GridColumn[] {
  const shares = shareWords(kind, trans);
  return [
    {
      label: trans.__('Hottest functions'),
      explanation: trans.__('Functions by self cost'),
      kind: 'name'
    },
    {
      label: trans.__('Self'),
      explanation: shares.self,
      kind: 'bar'
    },
    {
      label: trans.__('Total'),
      explanation: shares.total,
      kind: 'bar'
    },
    {
      label: trans.__('Where'),
      explanation: trans.__('File and line of the function'),
      kind: 'name'
    }
  ];
}

function shareWords(
  kind: LineCostKind,
  trans: TranslationBundle
): { readonly self: string; readonly total: string } {
  switch (kind) {
    case 'cpu':
      return {
        self: trans.__('Share of the run spent in the function itself'),
        total: trans.__('Share of the run spent in the function and in what it called')
      };
    case 'waiting':
      return {
        self: trans.__('Share of the run spent waiting at an await of the function itself'),
        total: trans.__('Share of the run spent waiting in the function and in what it called')
      };
    case 'allocations':
      return {
        self: trans.__('Share of all bytes, allocated by the function itself'),
        total: trans.__('Share of all bytes, allocated by the function and by what it called')
      };
    case 'operators':
      return {
        self: trans.__('Self time of the operator as a share of the run'),
        total: trans.__('Share of the run in which operators ran within')
      };
    case 'gpu':
      return {
        self: trans.__('Time of the kernel or copy itself on GPUs as a share of the run'),
        total: trans.__('GPU time of work launched within as a share of the run')
      };
  }
}

/** One row for each function; a full bar is the whole. */
export function functionRows(
  { functions, whole, sampleCount }: HotFunctions,
  { formats, trans }: FunctionContext
): GridRow[] {
  return functions.map(each => {
    const name = each.name === '' ? trans.__('(anonymous)') : each.name;
    const cell = (weight: number) => ({
      text: formats.percent(weight / whole),
      bar: Math.min(1, weight / whole),
      title: shareTitle(weight / whole, { sampleCount, formats, trans })
    });
    const where = { text: placeName(each.file, each.line), title: each.file };
    return [{ text: name, title: name }, cell(each.self), cell(each.total), where];
  });
}
