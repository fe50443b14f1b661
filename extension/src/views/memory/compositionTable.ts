import type { TranslationBundle } from '../../shared/host/translation';
import { memoryAt } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import { element } from '../../shared/elements/dom';

/** The options of {@link compositionTable}. */
export interface CompositionTableOptions {
  readonly profile: Profile;
  readonly timeNs: number;
  /** True for the moment of the peak, false for one that a person picked. */
  readonly isPeak: boolean;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** What the resident memory was made of at a moment; nothing if it was not sampled. */
export function compositionTable(options: CompositionTableOptions): HTMLElement[] {
  const { profile, timeNs, isPeak, formats, trans } = options;
  const parts = memoryAt(profile, timeNs);
  if (!parts) return [];
  const at = formats.duration(timeNs);
  const moment = isPeak ? trans.__('At the peak, %1', at) : trans.__('At %1', at);
  const row = (label: string, bytes: number): HTMLElement =>
    element('tr', {}, [
      element('th', { text: label, attributes: { scope: 'row' } }),
      element('td', { text: formats.value('bytes', bytes) }),
      element('td', { text: formats.percent(bytes / Math.max(1, parts.rssBytes)) })
    ]);
  const headings = [trans.__('Part'), trans.__('Size'), trans.__('Share')].map(text =>
    element('th', { text, attributes: { scope: 'col' } })
  );
  const table = element('table', { part: 'figures' }, [
    element('caption', {}, [
      element('strong', { part: 'figuresTitle', text: trans.__('Resident set explained') }),
      element('span', { text: moment })
    ]),
    element('thead', {}, [element('tr', {}, headings)]),
    element('tbody', {}, [
      row(trans.__('JavaScript heap'), parts.heapBytes),
      row(trans.__('Array buffers'), parts.arrayBufferBytes),
      row(trans.__('Other external memory'), parts.externalBytes),
      row(trans.__('Rest: code, unused heap, native modules, threads'), parts.restBytes),
      row(trans.__('Resident set (RSS)'), parts.rssBytes)
    ])
  ]);
  const hint = trans.__(
    'Click the chart to see another moment; on the focused chart Enter picks the middle, and Shift with an arrow key moves on.'
  );
  return [table, element('p', { part: 'chartNote', text: hint })];
}
