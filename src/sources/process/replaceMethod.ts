/**
 * Puts `replacement` in the place of an object's own or inherited method. Returns a function that
 * restores the object exactly; it leaves the method alone when somebody else has replaced it since.
 *
 * @throws TypeError when the object does not let the method be replaced.
 */
export function replaceMethod(target: object, method: string, replacement: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, method);
  Object.defineProperty(target, method, {
    enumerable: before?.enumerable ?? false,
    value: replacement,
    writable: true,
    configurable: true
  });
  return () => {
    if (Object.getOwnPropertyDescriptor(target, method)?.value !== replacement) return;
    if (before) Object.defineProperty(target, method, before);
    else Reflect.deleteProperty(target, method);
  };
}

/**
 * Puts `value` in the place of an object's own method. Returns nothing or one function that restores the object, and
 * leaves alone what somebody else has put there since. A program may have frozen the object: then nothing is replaced.
 */
export function replaceIfAllowed(target: object, method: string, value: unknown): (() => void)[] {
  const before = Object.getOwnPropertyDescriptor(target, method);
  if (before === undefined) return [];
  if (!Reflect.defineProperty(target, method, { ...before, value })) return [];
  const restore = (): void => {
    if (Reflect.get(target, method) === value) Reflect.defineProperty(target, method, before);
  };
  return [restore];
}
