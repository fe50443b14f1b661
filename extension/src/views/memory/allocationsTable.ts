import type { TranslationBundle } from '../../shared/host/translation';
import type { AllocationsByScope, ScopeAllocations, TimeWindow } from 'kernelscope/analysis';
import { clipText, element } from '../../shared/elements/dom';
import type { NumberFormats } from '../../shared/content/format';
import { stretchText } from '../../shared/canvas/spanText';

/** Rows that the table has at most, and devices whose peak is told. */
export const MAX_SCOPES = 100;
const MAX_DEVICES = 4;

/** The options of {@link allocationsTable}. */
export interface AllocationsTableOptions {
  readonly allocations: AllocationsByScope;
  readonly window: TimeWindow;
  /** True when the window is the whole run. */
  readonly isWhole: boolean;
  /** False where some allocations may be left out. */
  readonly hasAll: boolean;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** Who held memory of which device, and when that held the most. */
export function allocationsTable(options: AllocationsTableOptions): HTMLElement[] {
  const { allocations, window, isWhole, formats, trans } = options;
  const stretch = isWhole
    ? trans.__('Over the whole run of %1', formats.duration(window.toNs))
    : stretchText(window, formats, trans);
  const headings = [
    trans.__('Scope'),
    trans.__('Device'),
    trans.__('Allocations'),
    trans.__('At the peak'),
    trans.__('At the end')
  ].map(text => element('th', { text, attributes: { scope: 'col' } }));
  const rows = allocations.rows.slice(0, MAX_SCOPES).map(row => scopeRow(row, formats));
  const table = element('table', { part: 'figures' }, [
    element('caption', {}, [
      element('strong', { part: 'figuresTitle', text: trans.__('Allocations by scope') }),
      element('span', { text: stretch })
    ]),
    element('thead', {}, [element('tr', {}, headings)]),
    element('tbody', {}, rows)
  ]);
  const notes = notesOf(options).map(text => element('p', { part: 'chartNote', text }));
  return [table, ...notes];
}

function scopeRow(row: ScopeAllocations, formats: NumberFormats): HTMLElement {
  const titled = (text: string): Record<string, string> => ({ dir: 'auto', title: clipText(text) });
  return element('tr', {}, [
    element('th', { text: row.scope, attributes: { scope: 'row', ...titled(row.scope) } }),
    element('td', { text: row.device, attributes: titled(row.device) }),
    ...[
      formats.count(row.count),
      formats.value('bytes', row.peakBytes),
      formats.value('bytes', row.endBytes)
    ].map(text => element('td', { text }))
  ]);
}

function notesOf({ allocations, hasAll, formats, trans }: AllocationsTableOptions): string[] {
  const { rows, devices } = allocations;
  const notes = devices.slice(0, MAX_DEVICES).map(({ device, bytes, timeNs }) => {
    const peak = formats.value('bytes', bytes);
    return trans.__('Peak of %1: %2 at %3', device, peak, formats.duration(timeNs));
  });
  if (rows.length > MAX_SCOPES) {
    const shown = formats.count(MAX_SCOPES);
    notes.push(trans.__('The %1 largest of %2 scopes.', shown, formats.count(rows.length)));
  }
  if (!hasAll) notes.push(trans.__('Of the largest allocations; the whole profile may have more.'));
  return notes;
}
