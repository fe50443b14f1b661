import type { TranslationBundle } from '../../shared/host/translation';
import { shareInterval } from 'kernelscope/analysis';
import type { NumberFormats } from '../../shared/content/format';

/** How sure a share of `sampleCount` samples is, in words; nothing where nothing was sampled. */
export function shareTitle(
  share: number,
  {
    sampleCount,
    formats,
    trans
  }: {
    readonly sampleCount: number;
    readonly formats: NumberFormats;
    readonly trans: TranslationBundle;
  }
): string | undefined {
  if (sampleCount === 0) return undefined;
  const { low, high } = shareInterval(share, sampleCount);
  return trans.__(
    '%1 of %2 samples; between %3 and %4 with 95 % confidence',
    formats.percent(share),
    formats.count(sampleCount),
    formats.percent(low),
    formats.percent(high)
  );
}
