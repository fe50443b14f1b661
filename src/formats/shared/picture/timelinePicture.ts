import { programPart, startUpNs } from '../../../analysis/stacks/programPart';
import { isResidentSetSize } from '../../../analysis/statistics/overview';
import { formatDuration, plural } from '../../../base/text';
import { type TimelineLayout, layoutTimeline } from '../../../layout/timeline';
import type { CounterSeries, Profile } from '../../../model/profile/profile';
import { clipText } from '../text/clipText';
import { type Markup, NO_MARKUP, markup } from '../text/markup';
import {
  type Picture,
  type SvgSurface,
  AXIS_HEIGHT,
  COUNTER_HEIGHT,
  GUTTER,
  LANE_HEIGHT,
  MARGIN,
  TRACK_GAP,
  fixed,
  gutterText,
  pictureSvg
} from './picture';
import { sliceShapes } from './svgSlices';
import { shortTrackTitle } from '../rows/trackTitle';
import type { CounterArea } from '../../../layout/counterArea';
import { counterText } from '../../../report/text/gauges';
import { colorOf } from './palette';

export interface TimelineSvgOptions {
  /** Width in pixels at its natural size; 960 unless stated. */
  readonly widthPx?: number;
  /** `panel` unless stated. */
  readonly surface?: SvgSurface;
}

/** Bounds that keep the picture readable and the text near 100 kB at most. */
const LIMITS = { maxRects: 3000, maxLanes: 24, maxTicks: 8, counters: 4 } as const;

/**
 * The timeline of `profile` as a static SVG without script: axis, counters, tracks with nested
 * slices. Its size is bounded whatever the profile holds, and every text in it is escaped.
 */
export function timelineSvg(profile: Profile, options: TimelineSvgOptions = {}): string {
  return pictureSvg(timelinePicture(profile, options.widthPx), options.surface);
}

/** The content of {@link timelineSvg}, `widthPx` wide at its natural size: of a program what ran after its start-up. */
export function timelinePicture(whole: Profile, widthPx = 960): Picture {
  const profile = programPart(whole);
  const counters = shownCounters(profile.counters);
  const layout = layoutTimeline(
    { slices: profile.slices, tracks: profile.tracks, counters },
    {
      fromNs: 0,
      toNs: profile.meta.durationNs,
      widthPx: widthPx - GUTTER - MARGIN,
      ...LIMITS
    }
  );
  const counterTop = AXIS_HEIGHT;
  const trackTop = counterTop + layout.counters.length * (COUNTER_HEIGHT + TRACK_GAP);
  const laneTop = laneTops(layout, trackTop);
  const bottom = laneTop[layout.laneCount];
  const note = footnote(layout, startUpNs(whole));
  const height = bottom + (note === '' ? MARGIN : LANE_HEIGHT + MARGIN);
  const content = markup`<g font-family="system-ui, sans-serif" font-size="11">${axis(
    layout,
    bottom
  )}${layout.counters.map((area, row) =>
    counterRow(area, layout.widthPx, counterTop + row * (COUNTER_HEIGHT + TRACK_GAP))
  )}${trackNames(profile, layout, laneTop)}${sliceShapes(profile, layout, laneTop)}${
    note === '' ? NO_MARKUP : gutterText(note, GUTTER, bottom + LANE_HEIGHT, 'note')
  }</g>`;
  return { content, title: describe(profile, layout), widthPx, height };
}

function describe(profile: Profile, layout: TimelineLayout): string {
  const { name, durationNs } = profile.meta;
  const slices = plural(profile.slices.length, 'slice');
  const tracks = plural(layout.tracks.length + layout.hiddenTracks, 'track');
  return `Timeline of ${clipText(name, 80)}: ${slices} on ${tracks} in ${formatDuration(durationNs)}`;
}

/** Top of each lane, and after the last one the bottom of all. */
function laneTops(layout: TimelineLayout, top: number): number[] {
  const tops: number[] = [];
  let y = top;
  for (const { laneCount } of layout.tracks) {
    for (let lane = 0; lane < laneCount; lane++, y += LANE_HEIGHT) tops.push(y);
    y += TRACK_GAP;
  }
  if (layout.tracks.length === 0) y += LANE_HEIGHT;
  return [...tops, y];
}

function axis(layout: TimelineLayout, bottom: number): Markup {
  const scale = layout.widthPx / (layout.toNs - layout.fromNs);
  const marks = layout.ticks.map(({ timeNs, text }) => {
    const x = fixed(GUTTER + (timeNs - layout.fromNs) * scale);
    const isLast = GUTTER + layout.widthPx - Number(x) < 24;
    return markup`<path d="M${x} ${AXIS_HEIGHT - 6}V${bottom}" stroke="currentColor" stroke-opacity="0.15"/><text x="${x}" y="${AXIS_HEIGHT - 10}" fill="currentColor" fill-opacity="0.7" text-anchor="${isLast ? 'end' : 'middle'}">${text}</text>`;
  });
  return markup`<g>${marks}</g>`;
}

function trackNames(
  { tracks }: Profile,
  layout: TimelineLayout,
  laneTop: readonly number[]
): Markup[] {
  if (layout.tracks.length === 0) {
    return [gutterText('No slices were recorded.', GUTTER, laneTop[0] - 6, 'note')];
  }
  const titles = layout.tracks.map(({ track }) => shortTrackTitle(tracks, track));
  return layout.tracks.map(({ track, level, firstLane }, at) => {
    const isAmbiguous = titles.indexOf(titles[at]) !== titles.lastIndexOf(titles[at]);
    const { parent } = tracks[track];
    const thread = isAmbiguous && level === 0 && parent >= 0 ? `${tracks[parent].name} · ` : '';
    const name = `${thread}${titles[at]}`;
    return gutterText(name, MARGIN + 10 * Math.min(level, 4), laneTop[firstLane] + 12, 'name');
  });
}

function footnote(
  { cellPx, rects, widthPx, hiddenTracks, hiddenLevels, ...layout }: TimelineLayout,
  leftOutNs: number
): string {
  const parts: string[] = [];
  if (rects.count.some(count => count > 1)) {
    const shortest = formatDuration((cellPx * (layout.toNs - layout.fromNs)) / widthPx);
    parts.push(`Slices shorter than ${shortest} are merged; paler where they are sparse.`);
  }
  if (hiddenTracks > 0) parts.push(`${plural(hiddenTracks, 'more track')} not shown.`);
  if (hiddenLevels > 0) parts.push(`${plural(hiddenLevels, 'deeper level')} not shown.`);
  if (leftOutNs > 0) parts.push(`${formatDuration(leftOutNs)} of start-up not shown.`);
  return parts.join(' ');
}

/** The counters worth a strip: the resident set size first, then the other sizes, then the rest. */
function shownCounters(counters: readonly CounterSeries[]): CounterSeries[] {
  const rank = (series: CounterSeries) =>
    isResidentSetSize(series) ? 0 : series.unit === 'bytes' ? 1 : 2;
  return counters
    .filter(series => series.value.some(value => value !== 0))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, LIMITS.counters);
}

/** A strip with the curve of one counter, its name and its peak; `top` in pixels. */
function counterRow(area: CounterArea, widthPx: number, top: number): Markup {
  const { series, max } = area;
  const color = colorOf(series.name);
  const line = stepPath(area, widthPx, top);
  const bottom = top + COUNTER_HEIGHT;
  const first = fixed(GUTTER + area.x[0]);
  const fill = `${line}V${bottom}H${first}Z`;
  return markup`<g><path d="${fill}" fill="${color}" fill-opacity="0.3"/><path d="${line}" fill="none" stroke="${color}" stroke-width="1.5" stroke-linejoin="round"/><path d="M${GUTTER} ${bottom}h${fixed(widthPx)}" stroke="currentColor" stroke-opacity="0.25"/>${gutterText(stripName(series.name), MARGIN, top + 14, 'name')}${gutterText(`peak ${counterText(max, series.unit)}`, MARGIN, top + 28, 'detail')}</g>`;
}

/** The name without the part that the unit implies: `node/rss` for `Memory: node/rss`. */
function stripName(name: string): string {
  return name.replace(/^Memory: /, '');
}

function stepPath({ x, level }: CounterArea, widthPx: number, top: number): string {
  const at = (row: number) => fixed(top + COUNTER_HEIGHT - level[row] * (COUNTER_HEIGHT - 3));
  const parts = [`M${fixed(GUTTER + x[0])} ${at(0)}`];
  for (let row = 1; row < x.length; row++) {
    if (at(row) !== at(row - 1)) parts.push(`H${fixed(GUTTER + x[row])}V${at(row)}`);
  }
  return `${parts.join('')}H${fixed(GUTTER + widthPx)}`;
}
