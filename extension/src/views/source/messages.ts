import type { TranslationBundle } from '../../shared/content/application';
import type { LineCosts } from 'kernelscope/analysis';
import { type Profile, heapAmounts } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import type { SourceLines } from './model';

/** Below this many samples a share says little. */
const FEW_SAMPLES = 100;

/** The subject of the sentences. */
export interface MessageContext {
  readonly profile: Profile;
  readonly costs: LineCosts;
  readonly lines: SourceLines;
  /** True when the other views show only a part of the time. */
  readonly isZoomed: boolean;
  /** True for what ran with a label. */
  readonly isLabelled?: boolean;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** Why there is no heat: what went wrong with the samples, or how to take them. */
export function unsampledMessage({ sources }: Profile, trans: TranslationBundle): string {
  const report = sources.find(({ source }) => source === 'cpuSampler');
  if (report && report.message !== '') return report.message;
  if (report) return trans.__('No sample fell on a line: the run was too short.');
  return trans.__('The CPU was not sampled. Run the cell with %1.', '%%profile --cpu');
}

/** The notes for people about the numbers on show, in sentences. */
export function sourceMessages(context: MessageContext): string[] {
  const { trans, formats, costs, lines, isZoomed } = context;
  const { sampleCount, kind } = costs;
  const isFew = sampleCount > 0 && sampleCount < FEW_SAMPLES;
  const few = trans._n(
    '%2 sample: shares are rough.',
    '%2 samples: shares are rough.',
    sampleCount,
    formats.count(sampleCount)
  );
  const cut = trans.__('%1 more lines are not drawn.', formats.count(lines.hidden));
  return [
    isFew ? few : '',
    kind === 'allocations' ? allocationsMessage(context) : '',
    costs.hasTotals ? '' : totalsMessage(context),
    lines.hasGaps
      ? trans.__('The profile has only the functions of this file that took time.')
      : '',
    lines.isTextCut && !lines.hasGaps
      ? trans.__('The end of the source is not in the notebook.')
      : '',
    lines.hidden > 0 ? cut : '',
    isZoomed ? trans.__('Lines cover the whole run, not only the visible time range.') : ''
  ].filter(sentence => sentence !== '');
}

function allocationsMessage({ profile, trans }: MessageContext): string {
  const places = trans.__(
    'Bytes are attributed to the lines on which functions begin: V8 reports no others.'
  );
  if (heapAmounts(profile)[0] !== 'alive') return places;
  return `${places} ${trans.__('They are those still alive at the end.')}`;
}

/** Why what ran with a label has no heat: V8 counts how often lines were sampled, and not when. */
export const labelledMessage = (trans: TranslationBundle): string =>
  trans.__('Times of lines are not known of what ran with a label; those of functions are.');

function totalsMessage({ profile, isLabelled, trans }: MessageContext): string {
  if (isLabelled) return labelledMessage(trans);
  const report = profile.sources.find(({ source }) => source === 'callSites');
  if (report && report.message !== '') {
    return trans.__('Totals by line are missing. %1', report.message);
  }
  return trans.__('Totals by line are missing. Run the cell with %1.', '%%profile --lines');
}
