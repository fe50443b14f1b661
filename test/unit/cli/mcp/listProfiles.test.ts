import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { listProfiles } from '../../../../src/cli/mcp/listProfiles';
import { encodeKscope, encodePerfetto } from '../../../../src/formats';
import { useFolder } from '../../../support/folders';
import { drawProfile } from '../../../support/drawProfile';

const folder = useFolder();
const profile = drawProfile('main |[work  ]');
const TRACE = JSON.stringify({ traceEvents: [{ ph: 'X', ts: 0, dur: 1, name: 'a' }] });

let time = 1_700_000_000;

/** Writes a file that is a second newer than the one before. */
function write(name: string, content: string | Uint8Array): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  utimesSync(file, time, time);
  time += 1;
}

const filesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap(line => /^\d{4}-.* (\S+)$/.exec(line)?.[1] ?? []);

describe('the list of profiles', () => {
  beforeAll(() => {
    write('a.kscope', encodeKscope(profile));
    write('runs/1/b.perfetto-trace', encodePerfetto(profile));
    write('c.json', TRACE);
    write('d.json.gz', gzipSync(TRACE));
    write('package.json', '{"name":"app","scripts":{}}');
    write('settings.json', '{"a":[1]}');
    write('notes.txt', TRACE);
    write('empty.kscope', '');
    write('damaged.kscope', 'no profile');
    write('cut.json.gz', gzipSync(TRACE).subarray(0, 12));
    write('node_modules/package/trace.json', TRACE);
    write('.hidden/trace.json', TRACE);
    write('odd\u001b[2J\nname.kscope', encodeKscope(profile));
    symlinkSync(path.join(folder, 'a.kscope'), path.join(folder, 'linked.kscope'));
    symlinkSync(folder, path.join(folder, 'turn'));
  });

  it('has what begins as a profile does, newest first, with its format', () => {
    expect(filesOf(listProfiles(folder, 100))).toEqual([
      'odd\\u001b[2J\\u000aname.kscope',
      'd.json.gz',
      'c.json',
      'runs/1/b.perfetto-trace',
      'a.kscope'
    ]);
    expect(listProfiles(folder, 100)).toMatch(/ B +Perfetto trace +runs\/1\/b\.perfetto-trace\n/);
  });

  it('says how many are not shown', () => {
    const text = listProfiles(folder, 2);
    expect(filesOf(text)).toHaveLength(2);
    expect(text).toContain('3 more profiles not shown.\n');
  });

  it('says that there are none', () => {
    mkdirSync(path.join(folder, 'none'));
    expect(listProfiles(path.join(folder, 'none'), 5)).toBe('No profile was found.\n');
  });

  it('says that not all folders were searched where there are too many files', () => {
    const many = path.join(folder, 'none', 'many');
    mkdirSync(many);
    for (const name of ['1', '2', '3', '4']) writeFileSync(path.join(many, name), '');
    const text = listProfiles(path.join(folder, 'none'), 5, { entries: 4, depth: 8 });
    expect(text).toBe(
      'No profile was found.\nNot all folders were searched: there are more than 4 files and folders.\n'
    );
    const all = listProfiles(path.join(folder, 'none'), 5, { entries: 5, depth: 8 });
    expect(all).toBe('No profile was found.\n');
  });

  it('goes no deeper into folders than it may', () => {
    expect(filesOf(listProfiles(folder, 100, { entries: 1000, depth: 1 }))).not.toContain(
      'runs/1/b.perfetto-trace'
    );
  });
});
