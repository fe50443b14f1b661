import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, posix, win32 } from 'node:path';
import { codeOf, KernelscopeError } from '../../base/errors';
import { isWithin } from '../../engine/results/readWithin';

/** A call that is refused; the message is a sentence of our own, without any text from files or arguments. */
export class McpRefusal extends KernelscopeError {}

/** The largest path that is looked at, UTF-16 units. */
const MAX_PATH = 4096;

/**
 * The real path of the file at `path` within `folder`, which is a real path itself. `name` is the argument that the
 * path comes from.
 *
 * @throws McpRefusal for a path that is absolute, leads out of the folder, also by symbolic links, or is not a file
 */
export function fileWithin(folder: string, path: string, name: string): string {
  const rule = 'must be the path of a file within the folder';
  if (path === '' || path.length > MAX_PATH || path.includes('\0')) {
    throw new McpRefusal(`${name} ${rule}: it is empty, too long or has a NUL character.`);
  }
  if (
    isAbsolute(path) ||
    posix.isAbsolute(path) ||
    win32.isAbsolute(path) ||
    /^[a-z]:/i.test(path)
  ) {
    throw new McpRefusal(`${name} ${rule}: it must not be absolute.`);
  }
  if (path.split(/[\\/]/).includes('..')) {
    throw new McpRefusal(`${name} ${rule}: it must not contain "..".`);
  }
  const real = realPath(join(folder, path), name);
  if (!isWithin(folder, real)) {
    throw new McpRefusal(`${name} ${rule}: a symbolic link leads out of the folder.`);
  }
  if (!statSync(real).isFile()) throw new McpRefusal(`${name} ${rule}: it is not a file.`);
  return real;
}

function realPath(path: string, name: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const reason =
      codeOf(error) === 'ENOENT'
        ? 'there is none; call list for those that are there'
        : 'it cannot be read';
    throw new McpRefusal(`${name} must be the path of a file within the folder: ${reason}.`, {
      cause: error
    });
  }
}
