import { describe, expect, test } from 'vitest';
import {
  type MagicSession,
  initialSettings
} from '../../../../kernel-bridge/src/magics/magicSession';
import { listProfiles, profileNothing } from '../../../../kernel-bridge/src/magics/profileCommands';
import { createProfilingHost } from '../../../../kernel-bridge/src/magics/profilingHost';
import { BARE, useTestSessions } from '../../../support/testSessions';

const sessions = useTestSessions();

/** What a magic shows, beside the sessions of this test. */
function shownBy(magic: (session: MagicSession) => void): string {
  const shown: string[] = [];
  const session = {
    host: createProfilingHost(sessions().host),
    settings: initialSettings(),
    recovery: { load: () => [], losses: () => [] },
    display: {
      show: ({ data }: { data: Readonly<Record<string, unknown>> }) =>
        void shown.push(String(data['text/plain']))
    }
  };
  magic(session as unknown as MagicSession);
  return shown.join();
}

describe('%profile off', () => {
  test('stops the sessions that are open, whoever has lost them, and says which', () => {
    const { profile } = sessions();
    profile({ ...BARE, name: 'lost' });
    profile(BARE);
    const text = shownBy(profileNothing);
    expect(profile.isActive()).toBe(false);
    const names = profile.list().map(({ name }) => name);
    expect(names).toHaveLength(2);
    expect(text).toContain(`Stopped open sessions: ${names.join(', ')}.`);
  });

  test('speaks of no sessions when none is open', () => {
    expect(shownBy(profileNothing)).toBe('Later cells are profiled only under %%profile.');
  });
});

describe('%profile list', () => {
  test('has open sessions below the profiles', () => {
    const { profile } = sessions();
    profile({ ...BARE, name: 'done' }).stop();
    profile({ ...BARE, name: 'long' });
    profile(BARE);
    const lines = shownBy(listProfiles).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^Name  Id +Cell  Time +Duration  Status$/);
    expect(lines[1]).toMatch(/^done  \w+ +[\d-]+ [\d:]+ +[\d.]+ .s  complete$/);
    expect(lines.slice(2)).toEqual(['Session long (open)', 'Session without a name (open)']);
  });
});
