/**
 * Makes `target` throw where a name is read that it does not have, so that the value is never `undefined`
 * silently. `refuse` makes the error of a name and the words that stand beside it in the table.
 */
export function refuseNames(
  target: object,
  names: Readonly<Record<string, string>>,
  refuse: (name: string, instead: string) => Error
): void {
  for (const [name, instead] of Object.entries(names)) {
    Object.defineProperty(target, name, {
      configurable: true,
      get: () => {
        throw refuse(name, instead);
      }
    });
  }
}
