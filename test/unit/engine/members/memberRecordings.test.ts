import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type {
  AttachedProcess,
  AttachedProcesses
} from '../../../../src/engine/members/attachedProcesses';
import { MEMBER_TIMING, MemberRecordings } from '../../../../src/engine/members/memberRecordings';
import { DEFAULT_RECORDING_OPTIONS } from '../../../../src/engine/arguments/recordingOptions';
import { Recorder } from '../../../../src/record/recorder';
import { MessageEnd } from '../../../../src/sources/async/messageEnd';
import { packProfile } from '../../../../src/engine/members/memberProfile';
import { drawProfile } from '../../../support/drawProfile';
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
  const finished = first.finish({ startNs: 0n, endNs: 1n });
  expect(first.drop()?.message).toContain('Without 1 attached thread or process');
  expect((await finished).report?.message).toBe('worker thread 1 is missing: it refuses.');
  expect(messages.users).toBe(1);
  second.drop();
  expect(messages.users).toBe(0);
});

/** One attached thread, whose profile begins at this clock value, and which has answered when a promise settles. */
function beginningAt(originNs: bigint, timing = MEMBER_TIMING, answered = Promise.resolve()) {
  const profile = packProfile(
    drawProfile('worker|[work]', { meta: { originNs: originNs.toString() } })
  );
  const perform = () => answered.then(() => ({ kind: 'done', recording: { profile } }));
  const process = { title: 'worker thread 1', messages: null, hasEnded: false, perform };
  const watch: AttachedProcesses['watch'] = watcher => {
    watcher(process as unknown as AttachedProcess);
    return () => undefined;
  };
  return new MemberRecordings({ watch } as AttachedProcesses, timing);
}

it('says of who began late from when on it was recorded, and nothing of who was prompt', async () => {
  const reportAt = async (originNs: bigint) => {
    const recording = beginningAt(originNs).begin(DEFAULT_RECORDING_OPTIONS);
    const finished = await recording.finish({ startNs: 1_000_000_000n, endNs: 2_000_000_000n });
    expect(finished.profiles).toHaveLength(1);
    return finished.report;
  };
  expect(await reportAt(900_000_000n)).toMatchObject({ status: 'ok', message: '' });
  expect(await reportAt(1_002_000_000n)).toMatchObject({ status: 'ok', message: '' });
  expect(await reportAt(1_038_000_000n)).toMatchObject({
    status: 'partial',
    message:
      'worker thread 1 was recorded from 38.0 ms on: until then it was not attached, was still ' +
      'starting or was busy.',
    records: 1
  });
});

it('has who answered while this process was stopped, longer than anybody is waited for', async () => {
  const timing = { ...MEMBER_TIMING, finish: { ...MEMBER_TIMING.finish, answerMs: 20 } };
  await turn();
  // comes in a later turn than the limit, although it was there before
  const recording = beginningAt(1n, timing, turn()).begin(DEFAULT_RECORDING_OPTIONS);
  const finished = recording.finish({ startNs: 1n, endNs: 2n });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  expect((await finished).report).toMatchObject({ status: 'ok', message: '' });
});
