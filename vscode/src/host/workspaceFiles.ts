import type { FileStat, Uri } from 'vscode';

/** The part of VS Code that {@link WorkspaceFiles} needs. */
export interface WorkspaceFilesDeps {
  readonly folders: () => readonly Uri[];
  readonly stat: (file: Uri) => PromiseLike<FileStat>;
}

/** `FileType.File`; links have a bit more. */
const FILE = 1;

const MAX_PARENTS = 32;

/**
 * Finds the files that a profile names, and only those inside a folder of the workspace: names come from the file that
 * was opened and are not trusted.
 */
export class WorkspaceFiles {
  readonly #deps: WorkspaceFilesDeps;

  constructor(deps: WorkspaceFilesDeps) {
    this.#deps = deps;
  }

  /**
   * The file that a profile names: a path of the machine, or one relative to the folder of the profile, to one around
   * that, or to a folder of the workspace. Null if there is none inside the workspace.
   */
  async find(name: string, profile: Uri): Promise<Uri | null> {
    const path = pathOf(name);
    if (path === null) return null;
    for (const place of this.#candidates(path, profile)) {
      if (await this.#isFile(place)) return place;
    }
    return null;
  }

  #candidates(path: string, profile: Uri): Uri[] {
    const folders = this.#deps.folders();
    if (isAbsolute(path)) {
      return folders.flatMap(folder => {
        const place = folder.with({ path: path.startsWith('/') ? path : `/${path}` });
        return isInside(place.path, folder.path) ? [place] : [];
      });
    }
    const around = folders.flatMap(folder =>
      parentsWithin(profile.path, folder.path).map(parent => folder.with({ path: parent }))
    );
    return [...around, ...folders].map(folder =>
      folder.with({ path: `${folder.path.replace(/\/$/, '')}/${path}` })
    );
  }

  async #isFile(place: Uri): Promise<boolean> {
    try {
      return Number((await this.#deps.stat(place)).type) === FILE;
    } catch {
      return false;
    }
  }
}

/** The path in a name, with slashes; null for one that is none, or has parts that lead elsewhere. */
function pathOf(name: string): string | null {
  const path = plainPath(name);
  if (path === null || path === '' || /[\p{Cc}]/u.test(path)) return null;
  const parts = path.replaceAll('\\', '/').split('/');
  const isPlain = parts.every((part, at) => (part !== '' || at === 0) && !/^[.]{1,2}$/.test(part));
  return isPlain ? parts.join('/') : null;
}

function plainPath(name: string): string | null {
  if (name.startsWith('file:///')) return decoded(name.slice('file://'.length));
  const isUrl = /^[a-z][a-z\d+.-]+:/i.test(name);
  return isUrl ? null : name.replace(/^[.][\\/]/, '');
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text).replace(/^\/(?=[A-Za-z]:)/, '');
  } catch {
    return null;
  }
}

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path);

const isInside = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** The folders around a file, from the nearest one to the one of the workspace; none for a file elsewhere. */
function parentsWithin(file: string, folder: string): string[] {
  const parents: string[] = [];
  let at = file.slice(0, file.lastIndexOf('/'));
  while (parents.length < MAX_PARENTS && (at === folder || isInside(at, folder))) {
    parents.push(at);
    at = at.slice(0, at.lastIndexOf('/'));
  }
  return parents;
}
