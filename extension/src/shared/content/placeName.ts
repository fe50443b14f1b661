/** A place as short as people know it, such as `Conv2D.js:41`; without a line when it is 0. */
export function placeName(file: string, line: number): string {
  const name = file.slice(file.lastIndexOf('/') + 1) || file;
  return line > 0 && name !== '' ? `${name}:${line}` : name;
}
