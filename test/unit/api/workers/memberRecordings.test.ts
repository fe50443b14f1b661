import { expect, it } from 'vitest';
import type { AttachedProcess } from '../../../../src/api/attach/attachedProcess';
import type { AttachedProcesses } from '../../../../src/api/attach/attachedProcesses';
import { MEMBER_TIMING, MemberRecordings } from '../../../../src/api/workers/memberRecordings';
import { DEFAULT_RECORDING_OPTIONS } from '../../../../src/api/recordingOptions';
import { Recorder } from '../../../../src/record/recorder';
import { MessageEnd } from '../../../../src/sources/messageEnd';
import { FakeClock } from '../../../support/fakeClock';

/** One attached thread, which refuses everything. */
function refusing() {
  const recorder = new Recorder({ clock: new FakeClock().now });
  const directions = { outgoing: 'there', incoming: 'back' };
  const messages = new MessageEnd(recorder, directions, () => undefined);
  const perform = () => Promise.resolve({ kind: 'failed', error: 'it refuses' });
  const process = { title: 'worker thread 1', messages, hasEnded: false, perform };
  const processes: Pick<AttachedProcesses, 'watch'> = {
    watch(watcher) {
      watcher(process as unknown as AttachedProcess);
      return () => undefined;
    }
  };
  return { messages, members: new MemberRecordings(processes as AttachedProcesses, MEMBER_TIMING) };
}

it('records messages as long as one recording goes on, however often each is ended', async () => {
  const { messages, members } = refusing();
  const first = members.begin(DEFAULT_RECORDING_OPTIONS);
  const second = members.begin(DEFAULT_RECORDING_OPTIONS);
  expect(messages.users).toBe(2);
  const finished = first.finish(1n);
  expect(first.drop()?.message).toContain('Without 1 attached thread or process');
  expect((await finished).report?.message).toBe('worker thread 1 is missing: it refuses.');
  expect(messages.users).toBe(1);
  second.drop();
  expect(messages.users).toBe(0);
});
