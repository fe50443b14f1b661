import { neverBegan, programPart, startUpNs } from '../../../analysis/stacks/programPart';
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
  CHARACTER_WIDTH,
  COUNTER_HEIGHT,
  GUTTER,
  LANE_HEIGHT,
  MARGIN,
  TRACK_GAP,
  fixed,
  gutterText,
  pictureSvg
} from './picture';
import { shortTrackTitle } from '../rows/trackTitle';
import type { CounterArea } from '../../../layout/counterArea';
import { counterText } from '../../../report/text/gauges';
import { sliceTitle } from '../../../analysis/slices/sliceTitle';
import { SLICE_TEXT, chosenColors, colorOf } from './palette';

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

/**
 * The content of {@link timelineSvg}, `widthPx` wide at its natural size: of a program what ran after its start-up, if anything
 * did.
 */
export function timelinePicture(whole: Profile, widthPx = 960): Picture {
  const hasBegun = !neverBegan(whole);
  const profile = hasBegun ? programPart(whole) : whole;
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
  const note = footnote(layout, hasBegun ? startUpNs(whole) : 0);
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

/** Maximum number of slices drawn as separate elements, with a tooltip; all others share paths. */
const MAX_NAMED = 300;

/** Narrowest slice that gets a tooltip, and narrowest that gets its name written in, pixels. */
const MIN_NAMED_WIDTH = 3;
const MIN_TEXT_WIDTH = 34;

/** Steps of opacity by which merged slices show their density. */
const OPACITIES = ['0.35', '0.55', '0.8', '1'] as const;

/** The rectangles of `layout`; `laneTop` returns the top of each lane, pixels. */
function sliceShapes(profile: Profile, layout: TimelineLayout, laneTop: readonly number[]): Markup {
  const { rects, widthPx } = layout;
  const paths = new SharedPaths();
  const named: Markup[] = [];
  const isNamed = widestRects(layout);
  const chosen = chosenColors(profile);
  for (let row = 0; row < rects.length; row++) {
    const label = profile.slices.label[rects.slice[row]];
    const color = chosen.get(label) ?? colorOf(profile.strings[profile.labels.name[label]]);
    const x = rects.x[row];
    const box = {
      x: GUTTER + x,
      y: laneTop[rects.lane[row]],
      width: Math.min(rects.width[row], widthPx - x)
    };
    if (isNamed[row]) {
      named.push(namedSlice(profile, rects.slice[row], color, withGap(box)));
    } else {
      const opacity = OPACITIES[Math.min(3, Math.floor(4 * rects.density[row]))];
      paths.add(`${color} ${opacity}`, rects.count[row] > 1 ? box : withGap(box));
    }
  }
  return markup`<g>${paths.toMarkup()}${named}</g>`;
}

/** Boxes by fill; touching ones of one fill and lane are joined. */
class SharedPaths {
  readonly #paths = new Map<string, string[]>();
  /** The last box of each lane, by its top, not yet in a path. */
  readonly #open = new Map<number, { readonly fill: string; readonly box: Box }>();

  add(fill: string, box: Box): void {
    const last = this.#open.get(box.y);
    if (last?.fill === fill && Math.abs(last.box.x + last.box.width - box.x) < 0.05) {
      const width = last.box.width + box.width;
      this.#open.set(box.y, { fill, box: { ...last.box, width } });
      return;
    }
    if (last) this.#close(last.fill, last.box);
    this.#open.set(box.y, { fill, box });
  }

  toMarkup(): Markup[] {
    for (const { fill, box } of this.#open.values()) this.#close(fill, box);
    this.#open.clear();
    return [...this.#paths].map(([fill, path]) => {
      const [color, opacity] = fill.split(' ');
      return markup`<path fill="${color}" fill-opacity="${opacity}" d="${path.join('')}"/>`;
    });
  }

  #close(fill: string, box: Box): void {
    const path = this.#paths.get(fill);
    if (path) path.push(boxPath(box));
    else this.#paths.set(fill, [boxPath(box)]);
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Flags the widest unmerged rectangles that are wide enough to be pointed at. */
function widestRects({ rects }: TimelineLayout): Uint8Array {
  const flags = new Uint8Array(rects.length);
  Array.from({ length: rects.length }, (_, row) => row)
    .filter(row => rects.count[row] === 1 && rects.width[row] >= MIN_NAMED_WIDTH)
    .sort((a, b) => rects.width[b] - rects.width[a])
    .slice(0, MAX_NAMED)
    .forEach(row => (flags[row] = 1));
  return flags;
}

/** A single slice, kept apart from the next one. */
function withGap(box: Box): Box {
  return { ...box, width: Math.max(0.7, box.width - 0.6) };
}

function namedSlice(profile: Profile, slice: number, fill: string, { x, y, width }: Box): Markup {
  const name = sliceTitle(profile, slice);
  const title = `${clipText(name, 120)} · ${formatDuration(profile.slices.duration[slice])}`;
  const shape = markup`<rect x="${fixed(x)}" y="${y}" width="${fixed(width)}" height="${LANE_HEIGHT - 1}" rx="2" fill="${fill}"><title>${title}</title></rect>`;
  if (width < MIN_TEXT_WIDTH) return shape;
  const text = clipText(name, Math.floor((width - 9) / CHARACTER_WIDTH));
  return markup`${shape}<text x="${fixed(x + 4)}" y="${y + 12}" fill="${SLICE_TEXT}" pointer-events="none">${text}</text>`;
}

function boxPath({ x, y, width }: Box): string {
  const shown = fixed(Math.max(0.5, width));
  return `M${fixed(x)} ${y}h${shown}v${LANE_HEIGHT - 1}h-${shown}z`;
}
