/** One plot of several, side by side. */
export interface PlotPanel {
  readonly title: string;
  /** Greater than 0, one for each size. */
  readonly values: readonly number[];
  /** Drawn as a broken line, if there is one. */
  readonly limit: number | null;
}

const WIDTH = 360;
const HEIGHT = 260;
const LEFT = 52;
const RIGHT = 24;
const TOP = 40;
const BOTTOM = 44;

const LINE = '#1f6feb';
const LIMIT = '#cf222e';
const GRID = '#d0d7de';
const TEXT = '#1f2328';

/** A place on one axis, whose scale is logarithmic. */
type Scale = (value: number) => number;

function logScale([least, most]: readonly [number, number], from: number, to: number): Scale {
  const share = (value: number): number => Math.log(value / least) / Math.log(most / least);
  return value => Math.round((from + share(value) * (to - from)) * 10) / 10;
}

/** The powers of ten around values. */
function decadesAround(values: readonly number[]): readonly number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
}

function label(x: number, y: number, text: string, anchor = 'middle', color = TEXT): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${color}">${text}</text>`;
}

function line(from: readonly number[], to: readonly number[], style: string): string {
  return `<path d="M${from.join(' ')}L${to.join(' ')}" fill="none" ${style}/>`;
}

const shortText = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en');

function panelSvg(of: string, sizes: readonly number[], panel: PlotPanel): string {
  const { title, values, limit } = panel;
  const decades = decadesAround(limit === null ? values : [...values, limit]);
  const [right, bottom] = [WIDTH - RIGHT, HEIGHT - BOTTOM];
  const x = logScale([Math.min(...sizes), Math.max(...sizes)], LEFT + 16, right - 16);
  const y = logScale([decades[0], decades[decades.length - 1]], bottom, TOP);
  const points = values.map((value, at) => [x(sizes[at]), y(value)]);
  return [
    label((LEFT + right) / 2, TOP - 18, title),
    ...decades.map(each => line([LEFT, y(each)], [right, y(each)], `stroke="${GRID}"`)),
    ...decades.map(each => label(LEFT - 6, y(each) + 4, shortText(each), 'end')),
    ...sizes.map(size => label(x(size), bottom + 18, size.toLocaleString('en'))),
    label((LEFT + right) / 2, bottom + 36, of),
    ...(limit === null ? [] : limitSvg(limit, y(limit), right)),
    `<polyline points="${points.join(' ')}" fill="none" stroke="${LINE}" stroke-width="2"/>`,
    ...points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${LINE}"/>`),
    ...points.map(([cx, cy], at) => label(cx, cy + 18, shortText(values[at]), 'middle', LINE))
  ].join('\n');
}

function limitSvg(limit: number, y: number, right: number): readonly string[] {
  return [
    line([LEFT, y], [right, y], `stroke="${LIMIT}" stroke-dasharray="5 4"`),
    label(LEFT + 4, y - 5, `limit ${shortText(limit)}`, 'start', LIMIT)
  ];
}

/** A picture in SVG of how costs grow with the `sizes` of something, all scales logarithmic. */
export function growthPlot(
  of: string,
  sizes: readonly number[],
  panels: readonly PlotPanel[]
): string {
  const width = WIDTH * panels.length;
  const drawn = panels.map(
    (panel, at) => `<g transform="translate(${WIDTH * at})">\n${panelSvg(of, sizes, panel)}\n</g>`
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" ` +
      `height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...drawn,
    '</svg>\n'
  ].join('\n');
}
