import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { Recorder } from '../../../../src/record/recorder';
import { MessageEnd } from '../../../../src/sources/async/messageEnd';
import { FakeClock } from '../../../support/fakeClock';
import { argsOf, finishWindow } from '../../../support/recording';

let recorder: Recorder;
let sent: unknown[];
let near: MessageEnd;
let far: MessageEnd;

beforeEach(() => {
  recorder = new Recorder({ clock: new FakeClock().now });
  sent = [];
  const send = (message: unknown) => void sent.push(message);
  near = new MessageEnd(recorder, { outgoing: 'there', incoming: 'back' }, send);
  far = new MessageEnd(recorder, { outgoing: 'back', incoming: 'there' }, send);
});

/** Lets the other end have what was sent. */
function deliver(): void {
  for (const message of sent.splice(0)) far.handle(message, () => undefined);
}

it('tells all who wait for marks of the one that arrives', async () => {
  let told = 0;
  for (let i = 0; i < 2; i++) void far.arrived(1).then(() => told++);
  near.mark();
  deliver();
  await turn();
  expect(told).toBe(2);
});

it('counts messages while nothing is recorded, but neither their bytes nor slices', () => {
  let asked = 0;
  near.mark();
  near.post(
    () => sent.push('text'),
    () => ++asked
  );
  expect(near.mark()).toBe(1);
  expect(asked).toBe(0);
  expect(recorder.slices.nextToken).toBe(0);
  deliver();
  expect(far.soundChannels).toEqual(['there #1']);
});

it('notes the channel, the number and the bytes of what is posted, before it is handed over', () => {
  const window = recorder.openWindow();
  near.users = 1;
  near.mark();
  let bytes = 12;
  near.post(
    () => {
      bytes = 0;
    },
    () => bytes
  );
  const profile = finishWindow(recorder, window);
  expect(argsOf(profile, 0)).toEqual({ channel: 'there #1', message: 1, bytes: 12 });
});

it('neither counts a message that cannot be posted nor hides why', () => {
  near.mark();
  const refuse = () => {
    throw new TypeError('cannot be cloned');
  };
  expect(() => near.post(refuse, () => 0)).toThrow('cannot be cloned');
  expect(near.mark()).toBe(0);
});
