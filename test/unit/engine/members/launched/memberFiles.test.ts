import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  claim,
  countRunning,
  finalFile,
  leaveNothing,
  liveFile,
  sharedSliceCost,
  threadClaim
} from '../../../../../src/engine/members/launched/memberFiles';
import { useFolder } from '../../../../support/folders';

const folder = useFolder();

describe('the members that are running', () => {
  it('are those that were noted and have not ended', () => {
    const members = path.join(folder, 'members');
    mkdirSync(members);
    const [first, second, third] = [1, 2, 3].map(thread => threadClaim(thread, 0));
    expect(countRunning(members)).toBe(0);
    for (const member of [first, second, third]) claim(members, member);
    writeFileSync(liveFile(members, first), '');
    expect(countRunning(members)).toBe(3);
    writeFileSync(finalFile(members, first), '');
    leaveNothing(members, second, 'ended');
    expect(countRunning(members)).toBe(1);
  });

  it('are none where nothing is recorded any more', () => {
    expect(countRunning(path.join(folder, 'nowhere'))).toBe(0);
  });
});

describe('the cost of a slice', () => {
  it('is measured by the first member alone', () => {
    const members = path.join(folder, 'measured');
    mkdirSync(members);
    const measured = [61.5, 99].map(ns => sharedSliceCost(members, () => ns));
    expect(measured).toEqual([61.5, 61.5]);
  });

  it.each(['', 'nonsense', '-3'])('is measured anew where the file has %j', text => {
    const members = path.join(folder, `damaged ${text}`);
    mkdirSync(members);
    writeFileSync(path.join(members, 'slice.cost'), text);
    expect(sharedSliceCost(members, () => 40)).toBe(40);
    expect(sharedSliceCost(members, () => 50)).toBe(40);
  });

  it('is measured by each where the folder is gone', () => {
    expect(sharedSliceCost(path.join(folder, 'gone'), () => 40)).toBe(40);
  });
});
