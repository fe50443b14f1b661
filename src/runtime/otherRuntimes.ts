/** Programs that run JavaScript in place of Node, by their keys in `process.versions`. */
const OTHERS = { bun: 'Bun', deno: 'Deno' } as const;

/** A sentence about what is missing on a runtime other than Node; null on Node. */
export function otherRuntimeNotice(
  versions: Readonly<Record<string, string | undefined>>
): string | null {
  const other = (['bun', 'deno'] as const).find(name => versions[name] !== undefined);
  if (other === undefined) return null;
  return (
    `Kernelscope is made for Node: on ${OTHERS[other]} ${versions[other]} it records ranges, but no CPU samples, ` +
    'lines, allocations, waits or async code; run the program with Node to record these.'
  );
}
