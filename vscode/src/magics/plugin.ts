import { blankMagic } from 'kernelscope/settings';

/** A file at one moment, as the server of TypeScript has it. */
export interface Snapshot {
  getText(start: number, end: number): string;
  getLength(): number;
  /** What changed since an older one; undefined where all of it may have. */
  getChangeRange(old: Snapshot): unknown;
}

/** The part of a project of the server that the plugin changes. */
export interface SnapshotHost {
  getScriptSnapshot(file: string): Snapshot | undefined;
}

/** What the server hands to a plugin. */
export interface PluginInfo {
  readonly languageService: object;
  readonly languageServiceHost: SnapshotHost;
}

/** How VS Code names cells of notebooks for the server: with the scheme of their addresses. */
const CELL = /^\^?\/vscode-notebook-cell\//;

/**
 * A plugin for the server of TypeScript in VS Code, to which the magic of a cell of a notebook is white space: a magic
 * is no error. No position moves, so that errors of the code stay where they are.
 */
export const plugin = (): { create: (info: PluginInfo) => object } => ({
  create({ languageService, languageServiceHost: host }) {
    const snapshotOf = host.getScriptSnapshot.bind(host);
    const blanked = new WeakMap<Snapshot, Snapshot>();
    host.getScriptSnapshot = file => {
      const snapshot = snapshotOf(file);
      if (snapshot === undefined || !CELL.test(file)) return snapshot;
      const known = blanked.get(snapshot) ?? withoutMagic(snapshot);
      blanked.set(snapshot, known);
      return known;
    };
    return languageService;
  }
});

/** The snapshot itself where it has no magic. */
function withoutMagic(snapshot: Snapshot): Snapshot {
  const text = snapshot.getText(0, snapshot.getLength());
  const blank = blankMagic(text);
  if (blank === text) return snapshot;
  return {
    getText: (start, end) => blank.slice(start, end),
    getLength: () => blank.length,
    getChangeRange: () => undefined
  };
}
