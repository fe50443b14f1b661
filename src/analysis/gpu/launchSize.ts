/** How many there are in a grid or a block, `[x, y, z]`; 0 where that is not known. */
export function launchSize(extent: string): number {
  const sizes = extent.match(/\d+/g) ?? [0];
  return sizes.reduce<number>((product, size) => product * Number(size), 1);
}
