import { describe, expect, test } from 'vitest';
import {
  createMessage,
  decodeMessage,
  encodeMessage,
  WireError
} from '../../../../kernel-bridge/src/protocol/wire';

const sender = { session: 's', username: 'u' };
const KEY = 'secret';

function frames(buffers: Uint8Array[] = []): Uint8Array[] {
  const draft = { type: 'execute_request', content: { code: '1' }, buffers };
  const message = createMessage(sender, draft, null, [Buffer.from('client')]);
  return encodeMessage(KEY, message);
}

describe('a message', () => {
  test('survives the wire with its identities, content and buffers', () => {
    const message = decodeMessage(KEY, frames([Buffer.from([0, 255])]));
    expect(message.header.msg_type).toBe('execute_request');
    expect(message.content).toEqual({ code: '1' });
    expect(message.identities.map(String)).toEqual(['client']);
    expect(message.buffers.map(buffer => [...buffer])).toEqual([[0, 255]]);
  });

  test('answers its parent', () => {
    const request = decodeMessage(KEY, frames());
    const reply = createMessage(sender, { type: 'execute_reply', content: {} }, request, []);
    expect(reply.parentHeader).toEqual(request.header);
    expect(reply.header.msg_id).not.toBe(request.header.msg_id);
  });

  test('is signed over its four parts, not over its buffers', () => {
    const [plain, buffered] = [frames(), frames([Buffer.from('x')])];
    const tampered = [...buffered.slice(0, -1), Buffer.from('y')];
    expect(() => decodeMessage(KEY, tampered)).not.toThrow();
    const forged = plain.map((frame, index) => (index === 6 ? Buffer.from('{"code":"2"}') : frame));
    expect(() => decodeMessage(KEY, forged)).toThrow(WireError);
  });

  test('with an empty key carries no signature', () => {
    const message = createMessage(sender, { type: 'status', content: {} }, null, []);
    const unsigned = encodeMessage('', message);
    expect(unsigned[1]).toHaveLength(0);
    expect(decodeMessage('', unsigned).header.msg_type).toBe('status');
  });

  test.each([
    ['no delimiter', [Buffer.from('a')]],
    ['too few parts', [Buffer.from('<IDS|MSG>'), Buffer.from(''), Buffer.from('{}')]]
  ])('with %s is refused', (_what, broken) => {
    expect(() => decodeMessage('', broken)).toThrow(/is not a Jupyter message/);
  });

  test('with a part that is not an object is refused by name', () => {
    const parts = ['<IDS|MSG>', '', '{}', '{}', '[]', '{}'].map(part => Buffer.from(part));
    expect(() => decodeMessage('', parts)).toThrow('message metadata is not a JSON object');
  });

  test('without a type is refused', () => {
    const parts = ['<IDS|MSG>', '', '{}', '{}', '{}', '{}'].map(part => Buffer.from(part));
    expect(() => decodeMessage('', parts)).toThrow('message header lacks msg_type or msg_id');
  });
});
