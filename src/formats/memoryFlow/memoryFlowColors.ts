import { colorOf, SLICE_COLORS } from '../shared/picture/palette';

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
