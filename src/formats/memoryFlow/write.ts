import { formatBytes, formatCount, formatDuration, plural } from '../../base/text';
import { type MemoryFlowPanel, layoutMemoryFlow } from '../../layout/memoryFlow';
import { flowRects } from '../../layout/memoryFlowRects';
import type { Profile } from '../../model/profile/profile';
import { clipText } from '../shared/text/clipText';
import { type Markup, markup } from '../shared/text/markup';
import { addressAxis, heldStrip } from './memoryFlowAxis';
import { flowLegend, flowNotes, mergedCount } from './memoryFlowNotes';
import { type DrawnPanel, flowShapes, timeAxis } from './memoryFlowParts';
import { type FlowColors, FLOW_SIZES, FLOW_STYLE, PLOT_WIDTH } from './memoryFlowStyle';
import { fixed } from '../shared/picture/picture';

/** A moment that is marked by a line and a text, such as the beginning of a session. */
export interface FlowMark {
  readonly timeNs: number;
  readonly text: string;
}

/** Rectangles of the whole picture, which bound its size. */
const LIMITS = { panels: 6, single: 4000, merged: 1500, cells: 100_000, marks: 40 } as const;

/** The scope of memory totals: memory that a program held before is unknown. */
const SINCE = 'of what was asked for since the recording began';

/** The note for a profile without allocations. */
export const NO_ALLOCATIONS_NOTE =
  'No device memory was recorded, so there is nothing to show. It is recorded where operators of ' +
  'TensorFlow.js run while memory is wanted: profile({ profileMemory: true }), %%profile -o FILE.svg, ' +
  "or new Profiler({ format: 'memory_flow.svg' }).";

/**
 * The allocations of `profile` as rectangles in time × address, a static SVG document without scripts,
 * of at most 5 MB. Each has its name and size on hover; those too small to be seen are merged with
 * their neighbours, and the picture says how many. All text in it is escaped.
 */
export function memoryFlowSvg(profile: Profile, marks: readonly FlowMark[] = []): string {
  const panels = layoutMemoryFlow(profile.allocations);
  const legend = flowLegend(profile);
  const drawn = drawnPanels(profile, panels.slice(0, LIMITS.panels), legend.colorOf);
  const { heading, margin, width } = FLOW_SIZES;
  let top: number = heading;
  const bodies = drawn.map(each => {
    const body = panelShapes(each, top, marks);
    top += panelHeight(each);
    return body;
  });
  const notes = flowNotes({
    profile,
    drawn,
    hiddenPanels: panels.slice(LIMITS.panels),
    marks: marks.length,
    shownMarks: Math.min(marks.length, LIMITS.marks),
    hiddenNames: legend.hidden
  });
  const empty = panels.length === 0 ? emptyText(top + 16) : [];
  const noteTop = top + legend.height + 28 + 18 * empty.length;
  const height = noteTop + 18 * notes.length + margin;
  const title = titleOf(profile);
  const summary = summaryText(profile, panels, drawn);
  const captionTexts = notes.map(
    (text, at) => markup`<text class="q" x="${margin}" y="${noteTop + 18 * at}">${text}</text>`
  );
  return markup`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${title}: ${summary}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${FLOW_STYLE}
<text class="h" x="${margin}" y="34">${title}</text><text class="q" x="${margin}" y="56">${summary}</text>
${bodies}${empty}<g transform="translate(0 ${top + 6})">${legend.content}</g>${captionTexts}</svg>
`.text;
}

/** The name; a profile without one is called by its process. */
function titleOf({ meta: { id, name, pid } }: Profile): string {
  return `Memory flow of ${name === id ? `process ${pid}` : clipText(name, 80)}`;
}

function drawnPanels(
  profile: Profile,
  panels: readonly MemoryFlowPanel[],
  colorOf: FlowColors
): DrawnPanel[] {
  const heightPx = panels.length === 1 ? 470 : panels.length === 2 ? 300 : 220;
  return panels.map(panel => {
    const frame = {
      fromNs: 0,
      toNs: Math.max(1, profile.meta.durationNs, panel.held.time.at(-1) ?? 0),
      widthPx: PLOT_WIDTH,
      heightPx,
      maxSingle: Math.floor(LIMITS.single / panels.length),
      maxMerged: Math.floor(LIMITS.merged / panels.length),
      maxCells: LIMITS.cells / panels.length
    };
    return { profile, panel, frame, colorOf, rects: flowRects(panel, frame) };
  });
}

function panelHeight({ frame }: DrawnPanel): number {
  const { panelHead, strip, stripGap, axis } = FLOW_SIZES;
  return panelHead + strip + stripGap + frame.heightPx + axis;
}

function panelShapes(drawn: DrawnPanel, top: number, marks: readonly FlowMark[]): Markup {
  const { panel, frame, profile } = drawn;
  const { gutter, margin, panelHead, strip, stripGap } = FLOW_SIZES;
  const { widthPx, heightPx } = frame;
  const device = clipText(profile.strings[panel.device] || '(no device)', 60);
  const axis = panel.addressing === 'real' ? 'address' : 'packed (no addresses)';
  const count = plural(panel.rows.length, 'allocation');
  return markup`<g transform="translate(0 ${top})"><text x="${margin}" y="16"><tspan class="b">${device}</tspan><tspan class="q"> · ${count} · axis: ${axis}</tspan></text></g>
<g transform="translate(${gutter} ${top + panelHead})">${heldStrip(panel.held, frame, strip, strip + stripGap + heightPx)}</g>
<g transform="translate(${gutter} ${top + panelHead + strip + stripGap})">${timeAxis(frame)}${addressAxis(panel, widthPx, heightPx)}${flowShapes(drawn)}${markShapes(marks, drawn)}<path class="f" d="M0 0V${heightPx}H${widthPx}"/></g>
`;
}

function markShapes(marks: readonly FlowMark[], { frame }: DrawnPanel): Markup {
  const { fromNs, toNs, widthPx, heightPx } = frame;
  const perNs = widthPx / (toNs - fromNs);
  let free = -Infinity;
  const shapes = marks.map(({ timeNs, text }) => {
    const x = (timeNs - fromNs) * perNs;
    const line = markup`<path class="s" d="M${fixed(x)} -16V${heightPx}"><title>${text}</title></path>`;
    if (x < free) return line;
    free = x + 80;
    return markup`${line}<text class="q" x="${fixed(x + 4)}" y="-5">${clipText(text, 12)}</text>`;
  });
  return markup`<g>${shapes.slice(0, LIMITS.marks)}</g>`;
}

/** The text below the title: number and kind of allocations, and how many are merged. */
function summaryText(
  { allocations, meta }: Profile,
  panels: readonly MemoryFlowPanel[],
  drawn: readonly DrawnPanel[]
): string {
  const merged = mergedCount(drawn);
  const peak = panels.at(0)?.held.peak;
  return [
    `${plural(allocations.length, 'allocation')} in ${formatDuration(meta.durationNs)}`,
    ...(peak
      ? [`peak ${formatBytes(peak.bytes)} at ${formatDuration(peak.timeNs)}, ${SINCE}`]
      : []),
    ...(merged > 0 ? [`${formatCount(merged)} of them merged with their neighbours`] : [])
  ].join(' · ');
}

function emptyText(top: number): Markup[] {
  const lines = NO_ALLOCATIONS_NOTE.match(/.{1,120}(?:\s|$)/g) ?? [];
  return lines.map(
    (line, at) => markup`<text x="${FLOW_SIZES.margin}" y="${top + 18 * at}">${line.trim()}</text>`
  );
}
