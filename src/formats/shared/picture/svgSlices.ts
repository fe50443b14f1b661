import { sliceTitle } from '../../../analysis/slices/sliceTitle';
import { formatDuration } from '../../../base/text';
import type { TimelineLayout } from '../../../layout/timeline';
import type { Profile } from '../../../model/profile/profile';
import { clipText } from '../text/clipText';
import { type Markup, markup } from '../text/markup';
import { chosenColors, colorOf, SLICE_TEXT } from './palette';
import { CHARACTER_WIDTH, GUTTER, LANE_HEIGHT, fixed } from './picture';

/** Maximum number of slices drawn as separate elements, with a tooltip; all others share paths. */
const MAX_NAMED = 300;

/** Narrowest slice that gets a tooltip, and narrowest that gets its name written in, pixels. */
const MIN_NAMED_WIDTH = 3;
const MIN_TEXT_WIDTH = 34;

/** Steps of opacity by which merged slices show their density. */
const OPACITIES = ['0.35', '0.55', '0.8', '1'] as const;

/** The rectangles of `layout`; `laneTop` returns the top of each lane, pixels. */
export function sliceShapes(
  profile: Profile,
  layout: TimelineLayout,
  laneTop: readonly number[]
): Markup {
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
