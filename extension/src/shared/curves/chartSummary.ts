import type { TranslationBundle } from '../host/translation';
import type { TimeWindow } from 'kernelscope/analysis';
import { counterFigures } from 'kernelscope/analysis';
import { clipText } from '../elements/dom';
import type { NumberFormats } from '../content/format';
import type { Curve } from './curves';

/** The chart in one paragraph, for those who do not see it; the table has the rest. */
export function chartSummary(
  curves: readonly Curve[],
  { fromNs, toNs }: TimeWindow,
  { formats, trans }: { readonly formats: NumberFormats; readonly trans: TranslationBundle }
): string {
  const peaks = curves.flatMap(({ series, label }) => {
    const figures = counterFigures(series, { fromNs, toNs });
    if (!figures) return [];
    const peak = formats.value(series.unit, figures.peak);
    return [trans.__('%1: at most %2.', clipText(label), peak)];
  });
  return [
    trans.__('Curves from %1 to %2.', formats.duration(fromNs), formats.duration(toNs)),
    ...peaks,
    trans.__(
      'Plus and minus zoom, the left and right arrow keys move, 0 shows the whole run, F fits the values.'
    )
  ].join(' ');
}
