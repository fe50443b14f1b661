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
