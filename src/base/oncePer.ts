/**
 * `find`, but its result for each argument is found once and given again, to all who ask, who must not change it: for what
 * several want to know of a thing that never changes, such as a profile. It is kept for as long as its argument is.
 */
export function oncePer<Of extends object, Found>(find: (of: Of) => Found): (of: Of) => Found {
  const known = new WeakMap<Of, { readonly found: Found }>();
  return of => {
    let entry = known.get(of);
    if (entry === undefined) known.set(of, (entry = { found: find(of) }));
    return entry.found;
  };
}
