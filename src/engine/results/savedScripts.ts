import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { ScriptNames } from '../../formats';
import { FrameKind } from '../../model/profile/profile';
import { textPath } from '../../sources/v8/scripts/frameClassifier';
import { classifyScript, isWasm } from '../../model/profile/scriptKind';
import { ScriptMap } from '../../sources/v8/scripts/scriptMap';

/** Scripts whose maps are looked for at most. */
const MAX_SCRIPTS = 10_000;

/** Where source maps are looked for: beside scripts and the file of the profile, or beside the file alone. */
export type MapPlace = 'beside scripts' | 'beside the profile';

/**
 * What is known of the scripts in a saved profile. Their source maps are looked for where the script is: the one
 * that it names, or else `SCRIPT.map` beside it; and then as `SCRIPT.map` beside the file of the profile. A map
 * that cannot be used counts as none.
 */
export function savedScripts(profileFile: string, place: MapPlace): ScriptNames {
  const maps = new SavedMaps(dirname(profileFile), place);
  return {
    kindOf: classifyScript,
    sourceOf: ({ name, file, line, column }) => {
      const map = maps.of(file);
      const position = map?.position(line, column) ?? null;
      if (map === null || position === null) return null;
      return {
        name: map.sourceName({ name, line, column }),
        file: position.file ?? map.sourceFile,
        line: position.line,
        column: position.column
      };
    },
    lineOf: (file, line) => {
      const map = maps.of(file);
      if (map === null) return null;
      const found = map.isDense(line) ? { line: 0 } : map.line(line);
      return found && { file: found.file ?? map.sourceFile, line: found.line };
    }
  };
}

/** Paths of other machines on Windows, which a profile must not make this one connect to. */
const NETWORK = /^[\\/]{2}/;

class SavedMaps {
  readonly #known = new Map<string, ScriptMap | null>();

  constructor(
    private readonly folder: string,
    private readonly place: MapPlace
  ) {}

  of(script: string): ScriptMap | null {
    const known = this.#known.get(script);
    if (known !== undefined) return known;
    const isLooked = this.#known.size < MAX_SCRIPTS && classifyScript(script) === FrameKind.user;
    const map = isLooked && !isWasm(script) ? this.#read(script) : null;
    this.#known.set(script, map);
    return map;
  }

  #read(script: string): ScriptMap | null {
    const path = textPath(script);
    if (path !== null && this.place === 'beside scripts' && !NETWORK.test(path)) {
      const own = usable(() => ScriptMap.read(script)) ?? readAt(script, `${path}.map`);
      if (own !== null) return own;
    }
    const name = posix.basename((path ?? script).split(/[?#]/, 1)[0].replaceAll('\\', '/'));
    return name === '' ? null : readAt(script, join(this.folder, `${name}.map`));
  }
}

function readAt(script: string, map: string): ScriptMap | null {
  return existsSync(map) ? usable(() => ScriptMap.readAt(script, map)) : null;
}

function usable(read: () => ScriptMap | null): ScriptMap | null {
  try {
    return read();
  } catch {
    return null;
  }
}
