import { Markup } from '../shared/text/markup';
import { SLICE_COLORS, SLICE_TEXT, colorOf } from '../shared/picture/palette';

/** Sizes of the picture, pixels. */
export const FLOW_SIZES = {
  width: 1200,
  gutter: 122,
  margin: 20,
  heading: 74,
  panelHead: 30,
  strip: 44,
  stripGap: 20,
  axis: 34,
  legendColumns: 4,
  legendLine: 20
} as const;

/** Width of a panel's plot, pixels. */
export const PLOT_WIDTH = FLOW_SIZES.width - FLOW_SIZES.gutter - FLOW_SIZES.margin;

/** The class of a fill colour. */
export function fillClass(color: string): string {
  return `c${SLICE_COLORS.indexOf(color)}`;
}

const FILLS = SLICE_COLORS.map((color, at) => `.c${at}{fill:${color}}`).join('');

/** Colours and fonts, light or dark like the reader's system; no wider than the container. */
export const FLOW_STYLE = new Markup(`<style>
svg{max-width:100%;height:auto;background:#fff;color:#1f2328}
svg{font:12px system-ui,"Segoe UI",sans-serif}
text{fill:currentColor;font-variant-numeric:tabular-nums}
.h{font-size:18px;font-weight:600}.b{font-weight:600}.q{fill-opacity:.72}
.g{stroke:currentColor;stroke-opacity:.13}.f{stroke:currentColor;stroke-opacity:.4;fill:none}
.k{stroke:currentColor;stroke-dasharray:4 3;stroke-opacity:.75}.s{stroke:currentColor;stroke-opacity:.55}
.v{fill:currentColor;fill-opacity:.14}.w{fill:none;stroke:currentColor;stroke-width:1.2;stroke-opacity:.75}
.u{fill:currentColor;fill-opacity:.07}.n{fill:${SLICE_TEXT};font-size:11px;pointer-events:none}
.p rect{stroke:#fff;stroke-width:.6}.m rect{fill-opacity:0}rect:hover{stroke:currentColor!important;stroke-width:1.5}
${FILLS}
@media (prefers-color-scheme:dark){svg{background:#16181d;color:#d6dae0}.p rect{stroke:#16181d}}
</style>`);

/** The fill colour of a name in one picture. */
export type FlowColors = (name: string) => string;

/**
 * Colours that distinguish `names`: each has its usual colour or, if an earlier name has that, the next
 * free one of the palette. With more names than colours a second name takes a colour only when all are
 * taken, and so on. Other names have their usual colour.
 */
export function flowColors(names: readonly string[]): FlowColors {
  const chosen = new Map<string, string>();
  const uses = SLICE_COLORS.map(() => 0);
  for (const name of names) {
    if (chosen.has(name)) continue;
    const color = leastUsed(uses, SLICE_COLORS.indexOf(colorOf(name)));
    uses[color]++;
    chosen.set(name, SLICE_COLORS[color]);
  }
  return name => chosen.get(name) ?? colorOf(name);
}

/** The first of the least used colours from `wanted` on, around the palette. */
function leastUsed(uses: readonly number[], wanted: number): number {
  const least = Math.min(...uses);
  const steps = uses.findIndex((_, step) => uses[(wanted + step) % uses.length] === least);
  return (wanted + steps) % uses.length;
}
