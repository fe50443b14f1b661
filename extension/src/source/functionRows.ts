import type { TranslationBundle } from '@jupyterlab/translation';
import type { HotFunction } from 'kernelscope/analysis';
import { hotFunctions } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import type { NumberFormats } from '../shared/format';
import { placeName } from './placeName';
import type { GridColumn, GridRow } from './rowGrid';
import { shareTitle } from './shareTitle';

/** Functions that the view lists at most. */
export const MAX_FUNCTIONS = 50;

/** The functions with the most self time, and what their shares are of. */
export interface HotFunctions {
  readonly functions: readonly HotFunction[];
  /** Time of all samples, also of idle ones, nanoseconds. */
  readonly sampledNs: number;
  readonly sampleCount: number;
}

/** What the rows of functions need. */
export interface FunctionContext {
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The hottest functions of a profile. */
export function hottestFunctions(profile: Profile): HotFunctions {
  const { weight, length } = profile.samples;
  return {
    functions: hotFunctions(profile).slice(0, MAX_FUNCTIONS),
    sampledNs: weight.reduce((sum, each) => sum + each, 0),
    sampleCount: length
  };
}

/** The columns of {@link functionRows}. */
export function functionColumns(trans: TranslationBundle): GridColumn[] {
  return [
    {
      label: trans.__('Hottest functions'),
      explanation: trans.__('Functions by the time spent in themselves'),
      kind: 'name'
    },
    {
      label: trans.__('Self'),
      explanation: trans.__('Share of the run spent in the function itself'),
      kind: 'bar'
    },
    {
      label: trans.__('Total'),
      explanation: trans.__('Share of the run spent in the function and in what it called'),
      kind: 'bar'
    },
    {
      label: trans.__('Where'),
      explanation: trans.__('File and line of the function'),
      kind: 'name'
    }
  ];
}

/** One row for each function; the longest bar is that of the greatest total. */
export function functionRows(
  { functions, sampledNs, sampleCount }: HotFunctions,
  { formats, trans }: FunctionContext
): GridRow[] {
  const longest = functions.reduce((most, { totalNs }) => Math.max(most, totalNs), 0) || 1;
  return functions.map(each => {
    const name = each.name === '' ? trans.__('(anonymous)') : each.name;
    const cell = (ns: number) => ({
      text: formats.percent(ns / sampledNs),
      bar: ns / longest,
      title: shareTitle(ns / sampledNs, { sampleCount, formats, trans })
    });
    const where = { text: placeName(each.file, each.line), title: each.file };
    return [{ text: name, title: name }, cell(each.selfNs), cell(each.totalNs), where];
  });
}
