import { describe, expect, it } from 'vitest';
import {
  givenName,
  recordingOrigin,
  recordingTitle
} from '../../../../src/report/text/recordingTitle';

const startedAtMs = new Date(2026, 2, 1, 14, 2, 1).getTime();
const unnamed = { id: '0b22e572ee50', name: '0b22e572ee50', startedAtMs, cellFile: 'Cell [3]' };
const named = { ...unnamed, name: 'before' };
const read = { ...named, startedAtMs: 0, cellFile: null };

describe('a recording without a name', () => {
  it('is called by its cell and the time of day', () => {
    expect(givenName(unnamed)).toBeNull();
    expect(recordingTitle(unnamed)).toBe('Cell [3], 14:02:01');
    expect(recordingOrigin(unnamed)).toEqual(['Cell [3]', '2026-03-01 14:02:01']);
  });

  it('has its id for want of anything else', () => {
    const bare = { ...unnamed, startedAtMs: 0, cellFile: null };
    expect(recordingTitle(bare)).toBe('0b22e572ee50');
    expect(recordingOrigin(bare)).toEqual(['0b22e572ee50']);
  });
});

describe('a recording with a name', () => {
  it('is called by it, with cell and time beside it', () => {
    expect(recordingTitle(named)).toBe('before');
    expect(recordingOrigin(named)).toEqual(['before', 'Cell [3]', '2026-03-01 14:02:01']);
  });

  it('has no time when its file has none, or one that no calendar knows', () => {
    expect(recordingOrigin(read)).toEqual(['before']);
    expect(recordingOrigin({ ...read, startedAtMs: 1e300 })).toEqual(['before']);
  });

  it('stays on its line, whatever it contains', () => {
    expect(recordingTitle({ ...named, name: 'a\nb' })).not.toContain('\n');
  });
});
