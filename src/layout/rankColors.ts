/**
 * The ramp "inferno" of matplotlib (CC0) at eleven places: its lightness grows evenly, so that it also
 * orders for those who do not tell colours apart, and in print.
 */
const INFERNO = [
  ...['#000004', '#160b39', '#420a68', '#6a176e', '#932667', '#bc3754', '#dd513a', '#f37819'],
  ...['#fca50a', '#f6d746', '#fcffa4']
].map(channelsOf);

/** The share of the ramp where colours begin: darker ones are hard to tell apart. */
const DARKEST = 0.1;

/** Steps of colour; each cell of a picture has the number of one, and 0 where it has no time. */
export const COLOR_STEPS = 255;

/** The multiples at both ends of the colours. */
export interface ColorRange {
  readonly low: number;
  readonly high: number;
}

/** Multiples at which the colours may end. */
const HIGHS = [1.25, 1.5, 2, 3, 5, 10] as const;

/** The multiple at which colours begin: ranks that are faster than this have the darkest. */
const LOW = 0.8;

/** The share of cells that may be beyond the end of the colours. */
const BEYOND = 0.005;

/** The range of colours for a grid: the narrowest that almost all of its cells are in. */
export function colorRange(multiples: Float32Array): ColorRange {
  const above = HIGHS.map(() => 0);
  let cells = 0;
  for (const multiple of multiples) {
    if (Number.isNaN(multiple)) continue;
    cells++;
    for (let at = 0; at < HIGHS.length && multiple > HIGHS[at]; at++) above[at]++;
  }
  const at = above.findIndex(count => count <= cells * BEYOND);
  return { low: LOW, high: HIGHS[at < 0 ? HIGHS.length - 1 : at] };
}

/** The share of the colours below the median: time that is saved is of less interest. */
const BELOW = 0.2;

/**
 * The function that gives the step of a multiple, 1 … {@link COLOR_STEPS}, and 0 for NaN. The scale is of
 * equal factors below the median and above it.
 */
export function colorScale({ low, high }: ColorRange): (multiple: number) => number {
  const below = BELOW / Math.log(1 / low);
  const above = (1 - BELOW) / Math.log(high);
  return multiple => {
    if (Number.isNaN(multiple)) return 0;
    const share =
      multiple <= 1
        ? BELOW + below * Math.log(Math.max(multiple, low))
        : Math.min(1, BELOW + above * Math.log(multiple));
    return 1 + Math.round(share * (COLOR_STEPS - 1));
  };
}

/** The step of one multiple, as {@link colorScale} has it. */
export function colorStep(multiple: number, range: ColorRange): number {
  return colorScale(range)(multiple);
}

/** Red, green and blue of a step, 0 … 255. */
export function colorOfStep(step: number): readonly [red: number, green: number, blue: number] {
  const share = DARKEST + ((step - 1) / (COLOR_STEPS - 1)) * (1 - DARKEST);
  const place = share * (INFERNO.length - 1);
  const at = Math.min(INFERNO.length - 2, Math.floor(place));
  const mixed = INFERNO[at].map((from, channel) =>
    Math.round(from + (INFERNO[at + 1][channel] - from) * (place - at))
  );
  return [mixed[0], mixed[1], mixed[2]];
}

/** Multiples that a legend names: its ends, the median, and values in between. */
export function legendMultiples({ low, high }: ColorRange): number[] {
  const between = high <= 1.25 ? [1, 1.1] : [1, ...HIGHS];
  return [low, ...between.filter(multiple => multiple < high), high];
}

function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));
}
