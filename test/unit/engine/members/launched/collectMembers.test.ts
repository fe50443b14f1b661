import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeKscope } from '../../../../../src/formats/kscope/write';
import { packProfile } from '../../../../../src/engine/members/memberProfile';
import { collectMembers } from '../../../../../src/engine/members/launched/collectMembers';
import {
  claim,
  collectedFile,
  finalFile,
  recoveredFile,
  writeRequest
} from '../../../../../src/engine/members/launched/memberFiles';
import { richProfile } from '../../../../support/richProfile';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'kernelscope-members-')), 'members');
  mkdirSync(folder);
  writeRequest(folder, { options: {}, pid: OWN_PID });
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const OWN_PID = 1;
const CHILD = { key: 'p77', pid: 77, threadId: 0, parentThreadId: 0, title: 'process 77 (x.js)' };

/** What becomes of a member that left these files. */
async function collected(files: {
  final?: Uint8Array;
  recovered?: Uint8Array;
  samples?: Uint8Array;
}) {
  claim(folder, CHILD);
  if (files.final) writeFileSync(finalFile(folder, CHILD), files.final);
  if (files.samples) writeFileSync(collectedFile(folder, CHILD), files.samples);
  if (files.recovered) writeFileSync(recoveredFile(folder, CHILD), files.recovered);
  const { profiles, report } = await collectMembers(folder, OWN_PID);
  return { slices: profiles.map(({ slices }) => slices.length), message: report?.message };
}

describe('what a child process has left', () => {
  const [final, recovered] = [packProfile(richProfile(60)), encodeKscope(richProfile(20))];
  const finalSlices = richProfile(60).slices.length;
  const recoveredSlices = richProfile(20).slices.length;

  it('is its final profile, though it has kept a recording as well', async () => {
    expect(await collected({ final, recovered })).toEqual({ slices: [finalSlices], message: '' });
  });

  it('is what it kept while it ran, where its final profile cannot be read', async () => {
    const { slices, message } = await collected({ final: final.subarray(0, 90), recovered });
    expect(slices).toEqual([recoveredSlices]);
    expect(message).toContain('left a profile that is damaged');
  });

  it('is its final profile without samples, and says so, where these cannot be read', async () => {
    const { slices, message } = await collected({ final, samples: new Uint8Array(12) });
    expect(slices).toEqual([finalSlices]);
    expect(message).toMatch(/process 77 \(x\.js\) has no CPU samples and no waits: .*damaged/);
  });

  it('is missing, with the reason, where that is damaged too', async () => {
    const { slices, message } = await collected({ final: final.subarray(0, 90) });
    expect(slices).toEqual([]);
    expect(message).toMatch(/process 77 \(x\.js\) is missing: .*header/);
  });
});

describe('a folder that was removed while the program ran', () => {
  it('is told, for nobody knows what was in it', async () => {
    rmSync(folder, { recursive: true });
    const { profiles, report } = await collectMembers(folder, OWN_PID);
    expect(profiles).toEqual([]);
    expect(report).toMatchObject({ source: 'workers', status: 'partial' });
    expect(report?.message).toContain('temporary folder of the recording was removed');
  });

  it('is not confused with one in which nobody was', async () => {
    expect((await collectMembers(folder, OWN_PID)).report).toBeNull();
  });
});
