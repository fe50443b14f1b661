/** The number of blocks in a grid or threads in a block, from `[x, y, z]`; 0 if unknown. */
export function launchSize(extent: string): number {
  const sizes = extent.match(/\d+/g) ?? [0];
  return sizes.reduce<number>((product, size) => product * Number(size), 1);
}
