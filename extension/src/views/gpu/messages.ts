import type { LaunchLatency } from 'kernelscope/analysis';
import type { GpuState } from './model';
import { element } from 'kernelscope/web';
import { figureList, headNode } from './deviceNodes';
import type { GpuWords } from './words';

/** The replacement for numbers where there are none; null where there are some. */
export function emptyMessage(state: GpuState, { trans }: GpuWords): string | null {
  switch (state.type) {
    case 'work':
      return null;
    case 'idle':
      return trans.__('Nothing ran on a GPU in this run: no kernel, no copy, no fill.');
    case 'unrecorded':
      return state.reason === ''
        ? trans.__('GPUs could not be recorded; the reason is unknown.')
        : state.reason;
    case 'unasked':
      return trans.__('GPUs were not recorded. Run the cell with %1.', '%%profile --gpu');
  }
}

/** The notes for people about the numbers on show, in sentences. */
export function numberNotes(
  { isOfPart, hiddenRows }: { readonly isOfPart: boolean; readonly hiddenRows: number },
  { isZoomed, slices }: { readonly isZoomed: boolean; readonly slices: number },
  { trans, formats }: GpuWords
): string {
  const part = trans.__(
    'Covers only the %1 longest slices, which this output holds.',
    formats.count(slices)
  );
  const zoomed = trans.__('Numbers cover the whole run, not only the visible time range.');
  const hidden = trans._n(
    'The output leaves out %2 row, which took the least time.',
    'The output leaves out %2 rows, which took the least time.',
    hiddenRows,
    formats.count(hiddenRows)
  );
  return [isOfPart ? part : '', hiddenRows > 0 ? hidden : '', isZoomed ? zoomed : '']
    .filter(text => text !== '')
    .join(' ');
}

/** How long launches took to get to a GPU. */
export function latencyNode(
  { count, meanNs, p50Ns, p95Ns, maxNs, callNs }: LaunchLatency,
  { trans, formats }: GpuWords
): HTMLElement {
  const title = trans.__('From launch to start');
  const times = [
    [trans.__('Launches'), formats.count(count), trans.__('Work whose call is known')],
    [trans.__('Mean'), formats.duration(meanNs), trans.__('From the start of the call')],
    [trans.__('p50'), formats.duration(p50Ns), trans.__('Half of the launches took less')],
    [trans.__('p95'), formats.duration(p95Ns), trans.__('95 % of the launches took less')],
    [trans.__('Max'), formats.duration(maxNs), trans.__('The longest of them')],
    [trans.__('In calls'), formats.duration(callNs), trans.__('Time of the host in these calls')]
  ] as const;
  return element('div', { part: 'gpuDevice', attributes: { role: 'group', 'aria-label': title } }, [
    headNode(title, trans.__('from the start of the call on the host to the start on the GPU')),
    figureList(times, title)
  ]);
}

/** A banner; a warning says so by more than its colour. */
export function bannerNode(level: 'info' | 'warning', text: string): HTMLElement {
  const mark = level === 'warning' ? '⚠' : 'ℹ';
  return element('p', { part: `notice jp-mod-${level}` }, [
    element('span', { part: 'noticeMark', text: mark, attributes: { 'aria-hidden': 'true' } }),
    element('span', { part: 'noticeText', text, attributes: { dir: 'auto' } })
  ]);
}
