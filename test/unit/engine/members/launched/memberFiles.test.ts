import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  claim,
  countRunning,
  finalFile,
  leaveNothing,
  liveFile,
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
