import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProfile, loadProfileUntouched } from '../../../../src/engine/results/loadProfile';
import type { Profile } from '../../../../src/model/profile/profile';

const SOURCE = `interface Row { readonly size: number }

type Sum = number;

export function addRows(rows: readonly Row[]): Sum {
  let sum: Sum = 0;
  for (const row of rows) sum += row.size;
  return sum;
}
`;

/** The script of {@link SOURCE} with other names, and its map. */
const OPTIONS = { loader: 'ts', sourcemap: 'external', sourcefile: 'rows.ts' } as const;
const { code, map } = transformSync(SOURCE, { ...OPTIONS, minifyIdentifiers: true });

/** The name of the only function of a script, and where it begins, counted from 0. */
function functionOf(script: string): { name: string; line: number; column: number } {
  const lines = script.split('\n');
  const line = lines.findIndex(text => text.includes('function '));
  const column = lines[line].indexOf('(');
  return { name: /function (\w+)/.exec(lines[line])?.[1] ?? '', line, column };
}

let folder = '';
beforeAll(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'saved-scripts-')))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Place {
  readonly profile: string;
  readonly scripts: string;
  readonly url: string;
}

/** An empty folder for a profile, and one for scripts beside it. */
function places(name: string): Place {
  const [profile, scripts] = ['profile', 'scripts'].map(each => join(folder, name, each));
  for (const each of [profile, scripts]) mkdirSync(each, { recursive: true });
  return { profile, scripts, url: pathToFileURL(join(scripts, 'rows.js')).href };
}

function save({ profile, url }: Place, script = code): string {
  const file = join(profile, 'run.cpuprofile');
  const { name, line, column } = functionOf(script);
  const frame = { functionName: name, scriptId: '9', url, lineNumber: line, columnNumber: column };
  const root = { ...frame, functionName: '(root)', url: '', scriptId: '0' };
  const value = {
    nodes: [
      { id: 1, callFrame: root, children: [2] },
      { id: 2, callFrame: frame, positionTicks: [{ line: line + 1, ticks: 1 }] }
    ],
    ...{ startTime: 0, endTime: 10, samples: [2], timeDeltas: [1] }
  };
  writeFileSync(file, JSON.stringify(value));
  return file;
}

/** The function of a profile with its place. */
function shown({ frames, strings, lineTicks }: Profile): string {
  const [place] = Array.from(frames.name, (name, row) => {
    return `${strings[name]} ${strings[frames.file[row]]}:${frames.line[row]}`;
  });
  return `${place} ticks in ${strings[lineTicks.file[0]]}:${lineTicks.line[0]}`;
}

const mappedIn = (scripts: string): string => {
  const source = pathToFileURL(join(scripts, 'rows.ts')).href;
  return `addRows ${source}:5 ticks in ${source}:5`;
};

describe('a saved CPU profile of a compiled script', () => {
  test('is shown at the source by the map that the script names', () => {
    const place = places('named');
    writeFileSync(join(place.scripts, 'rows.js'), `${code}//# sourceMappingURL=maps/rows.map\n`);
    mkdirSync(join(place.scripts, 'maps'));
    const own = JSON.stringify({ ...(JSON.parse(map) as object), sources: ['../rows.ts'] });
    writeFileSync(join(place.scripts, 'maps', 'rows.map'), own);
    expect(shown(loadProfile(save(place)).data)).toBe(mappedIn(place.scripts));
  });

  test('is shown at the source by the map beside the script, which may be gone', () => {
    const place = places('beside');
    writeFileSync(join(place.scripts, 'rows.js.map'), map);
    expect(shown(loadProfile(save(place)).data)).toBe(mappedIn(place.scripts));
    writeFileSync(join(place.scripts, 'rows.js'), code);
    expect(shown(loadProfile(save(place)).data)).toBe(mappedIn(place.scripts));
  });

  test('is shown at the source by a map beside the profile, wherever the script was', () => {
    const place = { ...places('far'), url: 'https://cdn.example/app/rows.js?v=3' };
    writeFileSync(join(place.profile, 'rows.js.map'), map);
    const expected = 'https://cdn.example/app/rows.ts';
    expect(shown(loadProfile(save(place)).data)).toBe(
      `addRows ${expected}:5 ticks in ${expected}:5`
    );
  });

  test('has no line of the source for one that holds many', () => {
    const place = places('minified');
    const minified = transformSync(SOURCE, { ...OPTIONS, minify: true });
    writeFileSync(join(place.scripts, 'rows.js.map'), minified.map);
    const { frames, lineTicks } = loadProfile(save(place, minified.code)).data;
    expect([...frames.line]).toEqual([5]);
    expect(lineTicks.length).toBe(0);
  });

  test.each([
    ['without a map', null],
    ['with a map that is no JSON', 'nothing'],
    ['with a map of another form', '{"version":3,"mappings":7}']
  ])('%s is shown as it was saved', (name, text) => {
    const place = places(name.replaceAll(' ', '-'));
    if (text !== null) writeFileSync(join(place.scripts, 'rows.js.map'), text);
    expect(shown(loadProfile(save(place)).data)).toContain(
      `${place.url}:${functionOf(code).line + 1}`
    );
  });

  test('does not make a pipe be opened', () => {
    const place = places('pipe');
    execFileSync('mkfifo', [join(place.scripts, 'rows.js.map'), join(place.scripts, 'rows.js')]);
    expect(shown(loadProfile(save(place)).data)).toContain(
      `${place.url}:${functionOf(code).line + 1}`
    );
  });

  test('is read without the files that it names, where only its own folder may be read', () => {
    const place = places('untouched');
    writeFileSync(join(place.scripts, 'rows.js.map'), map);
    const file = save(place);
    expect(shown(loadProfileUntouched(file).data)).toContain(
      `${place.url}:${functionOf(code).line + 1}`
    );
    writeFileSync(join(place.profile, 'rows.js.map'), map);
    expect(shown(loadProfileUntouched(file).data)).toBe(mappedIn(place.scripts));
  });
});
