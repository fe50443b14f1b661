import { expect, test, vi } from 'vitest';
import { InspectorSessions } from '../../../../src/sources/process/inspectorSessions';

const newSession = () => ({ disconnect: vi.fn() });

test('a session that is done is disconnected at once, or when the last hold ends', () => {
  const sessions = new InspectorSessions();
  const [early, held] = [newSession(), newSession()];
  sessions.end(early);
  expect(early.disconnect).toHaveBeenCalledOnce();
  const [first, second] = [sessions.hold(), sessions.hold()];
  sessions.end(held);
  first();
  first();
  expect(held.disconnect).not.toHaveBeenCalled();
  second();
  expect(held.disconnect).toHaveBeenCalledOnce();
});
