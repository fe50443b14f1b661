import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutputFileError } from '../../../../src/engine/results/atomicWrite';
import {
  encodeOutput,
  exportProfile,
  savedFileText,
  writeOutput
} from '../../../../src/engine/results/exportProfile';
import {
  encodeCpuprofile,
  encodeFolded,
  encodePprof,
  encodeSpeedscope
} from '../../../../src/formats';
import { type Profile, ProfileBuilder } from '../../../../src/model';
import { outputFile } from '../../../../src/settings';
import { allocationProfile } from '../../../support/allocationProfile';
import { gpuProfile } from '../../../support/gpuProfile';
import { exampleMeta } from '../../../support/richProfile';
import { sampledProfile } from '../../../support/sampledProfile';

const profile = sampledProfile({ samples: 60, names: ['train', 'matMul'] });
const empty = new ProfileBuilder().build(exampleMeta(1000));

describe('exportProfile', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kernelscope-export-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a.speedscope.json', encodeSpeedscope],
    ['a.cpuprofile', encodeCpuprofile],
    ['a.pb', encodePprof],
    ['A.FOLDED', encodeFolded]
  ] as const)('writes %s in the format of its ending', (name, encode) => {
    const path = join(folder, name);
    const { sizeBytes } = exportProfile(profile, [], path);
    expect(new Uint8Array(readFileSync(path))).toEqual(encode(profile));
    expect(sizeBytes).toBe(encode(profile).length);
  });

  it('writes .pb.gz gzipped', () => {
    const path = join(folder, 'a.pb.gz');
    exportProfile(profile, [], path);
    expect(new Uint8Array(gunzipSync(readFileSync(path)))).toEqual(encodePprof(profile));
  });

  it.each(['a.cpuprofile', 'a.pb.gz'])('says that %s is empty without samples', name => {
    const path = join(folder, name);
    const saved = exportProfile(empty, [], path);
    expect(savedFileText(saved)).toMatch(
      /^Wrote .* \(.*\)\. .*It is empty: this format holds CPU samples, and the profile has none\.$/
    );
    expect(exportProfile(profile, [], path).note).toBeUndefined();
  });

  it.each(['a.kscope', 'a.cpuprofile', 'a.pb.gz', 'a.folded', 'a.csv', 'a.json', 'a.html'])(
    'says of %s what the recording did not keep',
    name => {
      const dropped = { ...profile.meta.dropped, slices: 1200, flows: 3 };
      const cut: Profile = { ...profile, meta: { ...profile.meta, dropped } };
      const text = savedFileText(exportProfile(cut, [], join(folder, name)));
      expect(text).toContain('. 1,200 slices were recorded but not kept; totals are exact.');
      expect(text).toContain('Also recorded but not kept: 3 flows.');
    }
  );

  it('says how many samples of other threads a .cpuprofile leaves out', () => {
    const saved = exportProfile(profile, [], join(folder, 'a.cpuprofile'));
    expect(savedFileText(saved)).toContain('Not in this format: 30 CPU samples of other threads.');
  });

  it('writes Chrome JSON in the words of Kineto, and in its own for the dump of MXNet', () => {
    const [path, dumped] = [join(folder, 'a.json'), join(folder, 'dump.json')];
    exportProfile(gpuProfile(), [], path);
    writeOutput({ profile: gpuProfile(), sections: () => [] }, outputFile(dumped)!);
    expect(categoriesIn(path)).toContain('cpu_op');
    expect(categoriesIn(dumped)).toContain('operator');
  });

  it('says how device memory is recorded where a memory flow has none', () => {
    const path = join(folder, 'a.svg');
    const saved = exportProfile(empty, [], path);
    expect(savedFileText(saved)).toMatch(/No device memory was recorded.*profileMemory: true/);
    expect(readFileSync(path, 'utf8')).toContain('No device memory was recorded');
    const filled = allocationProfile([{ scope: 'a:', from: 0, to: 50, bytes: 64 }]);
    expect(exportProfile(filled, [], path).note).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toContain('matMul');
  });

  it('writes every format of an empty profile', () => {
    const encode = (any: Profile, name: string): Uint8Array =>
      encodeOutput({ profile: any, sections: () => [] }, outputFile(name)!);
    for (const name of ['a.speedscope.json', 'a.json', 'a.cpuprofile']) {
      const text = new TextDecoder().decode(encode(empty, name));
      expect(() => JSON.parse(text) as unknown).not.toThrow();
    }
    expect(encode(empty, 'a.pb').length).toBeGreaterThan(50);
    expect(new TextDecoder().decode(encode(empty, 'a.folded'))).toBe(
      '# No stacks were recorded.\n'
    );
  });

  it('names every ending for a file that has another', () => {
    expect(() => exportProfile(profile, [], join(folder, 'a.xyz'))).toThrow(OutputFileError);
    expect(() => exportProfile(profile, [], join(folder, 'a.xyz'))).toThrow(
      /its name must end in one of .*\.speedscope\.json .*\.cpuprofile \.pb\.gz \.pb \.folded/
    );
  });
});

function categoriesIn(path: string): readonly (string | undefined)[] {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly traceEvents: readonly { readonly cat?: string }[];
  };
  return traceEvents.map(({ cat }) => cat);
}
