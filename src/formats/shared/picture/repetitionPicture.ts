import { meanOfRuns } from '../../../analysis/comparison/meanChange';
import { formatDuration, plural } from '../../../base/text';
import { repetitionScale } from '../../../layout/axis';
import { type Markup, markup } from '../text/markup';
import { type Picture, MARGIN, fixed } from './picture';
import { SLICE_COLORS } from './palette';

/** The repetitions of one profile. */
export interface RepeatedRun {
  /** A word that tells the profile from the other one; empty for the only one. */
  readonly label: string;
  /** The time of each repetition, at least two. */
  readonly timesNs: readonly number[];
}

const WIDTH_PX = 960;
const ROW_PX = 30;
const AXIS_PX = 22;
const LABEL_PX = 64;
const FIGURES_PX = 170;
const RADIUS_PX = 4;
const MEAN_COLOR = SLICE_COLORS[0];

/**
 * The time of each repetition as a dot, one row a profile, with the mean as a line and its 95 %
 * confidence interval as a band. All rows have the same scale.
 */
export function repetitionPicture(rows: readonly RepeatedRun[]): Picture {
  const times = rows.flatMap(({ timesNs }) => timesNs);
  const left = rows.some(({ label }) => label !== '') ? LABEL_PX : MARGIN;
  const room = WIDTH_PX - left - FIGURES_PX;
  const shareOf = repetitionScale(times);
  const xOf = (ns: number): number => left + room * shareOf(ns);
  const drawn = rows.map((row, at) => dotRow(row, { left, room, xOf, y: ROW_PX * (at + 0.5) + 4 }));
  const bottom = ROW_PX * rows.length + AXIS_PX - 6;
  const ends = [Math.min(...times), Math.max(...times)].map(
    ns =>
      markup`<text x="${fixed(xOf(ns))}" y="${bottom}" fill="currentColor" fill-opacity="0.7" text-anchor="middle">${formatDuration(ns)}</text>`
  );
  return {
    content: markup`<g font-family="system-ui, sans-serif" font-size="11">${drawn}${ends}</g>`,
    title: rows.map(sentence).join('. '),
    widthPx: WIDTH_PX,
    height: ROW_PX * rows.length + AXIS_PX
  };
}

interface RowPlace {
  readonly left: number;
  readonly room: number;
  readonly y: number;
  readonly xOf: (ns: number) => number;
}

function dotRow({ label, timesNs }: RepeatedRun, { left, room, y, xOf }: RowPlace): Markup {
  const { mean, halfWidth } = meanOfRuns(timesNs);
  const [from, to] = [xOf(mean - halfWidth), xOf(mean + halfWidth)];
  const dots = timesNs.map(
    (ns, at) =>
      markup`<circle cx="${fixed(xOf(ns))}" cy="${y}" r="${RADIUS_PX}" fill="currentColor" fill-opacity="0.55"><title>Repetition ${at + 1}: ${formatDuration(ns)}</title></circle>`
  );
  return markup`<g><text x="${MARGIN}" y="${y + 4}" fill="currentColor">${label}</text><path d="M${left} ${y + 12}h${room}" stroke="currentColor" stroke-opacity="0.25"/><rect x="${fixed(from)}" y="${y - 11}" width="${fixed(Math.max(2, to - from))}" height="22" fill="${MEAN_COLOR}" fill-opacity="0.4"/><path d="M${fixed(xOf(mean))} ${y - 12}v24" stroke="${MEAN_COLOR}" stroke-width="2"/>${dots}<text x="${WIDTH_PX - MARGIN}" y="${y + 4}" fill="currentColor" text-anchor="end">${figures(timesNs)}</text></g>`;
}

function figures(timesNs: readonly number[]): string {
  const { mean, halfWidth } = meanOfRuns(timesNs);
  return `${formatDuration(mean)} ± ${formatDuration(halfWidth)}`;
}

function sentence({ label, timesNs }: RepeatedRun): string {
  const [least, most] = [Math.min(...timesNs), Math.max(...timesNs)].map(formatDuration);
  const start = label === '' ? '' : `${label}: `;
  return `${start}${plural(timesNs.length, 'repetition')} between ${least} and ${most}, mean ${figures(timesNs)} with 95 % confidence`;
}
