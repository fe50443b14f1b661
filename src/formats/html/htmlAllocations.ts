import { allocationsByScope } from '../../analysis/statistics/allocationsByScope';
import { formatBytes, formatCount, formatDuration } from '../../base/text';
import type { Profile } from '../../model/profile/profile';
import { clipText } from '../shared/text/clipText';
import { caption, nameCell, numberCell, tableHead, textCell } from './htmlTables';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';

const MAX_SCOPES = 20;

/** The scopes that held the memory of each device; nothing if allocations were not recorded. */
export function allocationTable(profile: Profile): Markup {
  if (profile.allocations.length === 0) return NO_MARKUP;
  const { rows, devices } = allocationsByScope(profile);
  const lines = rows.slice(0, MAX_SCOPES).map(({ scope, device, count, peakBytes, endBytes }) => {
    const numbers = [formatCount(count), formatBytes(peakBytes), formatBytes(endBytes)];
    return markup`<tr>${nameCell(clipText(scope, 80))}${textCell(clipText(device, 60))}${numbers.map(text => numberCell(text))}</tr>\n`;
  });
  const peaks = devices.slice(0, MAX_SCOPES).map(({ device, bytes, timeNs }) => {
    const peak = `${formatBytes(bytes)} at ${formatDuration(timeNs)}`;
    return markup`<li>Peak of ${clipText(device, 60)}: ${peak}</li>`;
  });
  return markup`<table class="kernelscope-table">
${caption(titleOf(rows.length))}
${tableHead(['Scope', 'Device', 'Allocations', 'At the peak', 'At the end'], ['Scope', 'Device'])}
<tbody>
${lines}</tbody>
</table>
<ul class="kernelscope-notes">${peaks}</ul>
`;
}

function titleOf(scopes: number): string {
  if (scopes <= MAX_SCOPES) return 'Allocations by scope';
  return `Allocations by scope, the ${MAX_SCOPES} largest of ${formatCount(scopes)}`;
}
