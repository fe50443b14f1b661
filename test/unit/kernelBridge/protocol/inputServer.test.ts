import { describe, expect, test } from 'vitest';
import type {
  InputQuestion,
  TicketAnswer
} from '../../../../kernel-bridge/src/protocol/inputMessages';
import { InputServer } from '../../../../kernel-bridge/src/protocol/inputServer';
import { type Message, createMessage } from '../../../../kernel-bridge/src/protocol/wire';

const CLIENT = { session: 's', username: 'u' };

function question(ticket: number): InputQuestion {
  return { ticket, id: `q${ticket}`, parentId: 'cell', frames: [Buffer.from(`q${ticket}`)] };
}

/** A reply that names `parent` as the request it answers, or none. */
function reply(value: unknown, parent: string | null, more: object = {}): Message {
  const message = createMessage(
    CLIENT,
    { type: 'input_reply', content: { value, ...more } },
    null,
    []
  );
  const parentHeader = parent === null ? {} : { ...message.header, msg_id: parent };
  return { ...message, parentHeader };
}

/** A server whose client is connected while `isConnected` says so, and what came of it. */
function serve(isConnected: () => boolean = () => true) {
  const sent: string[] = [];
  const answers: TicketAnswer[] = [];
  const due: (() => void)[] = [];
  const server = new InputServer({
    later: action => void due.push(action),
    answer: answer => answers.push(answer),
    send: frames => {
      if (isConnected()) sent.push(String(frames[0]));
      return Promise.resolve(isConnected());
    }
  });
  return { server, sent, answers, due };
}

describe('the questions of cells', () => {
  test('are asked one after the other, and answered by ticket', () => {
    const { server, sent, answers } = serve();
    server.ask(question(1));
    server.ask(question(2));
    expect(sent).toEqual(['q1']);
    server.take(reply('a', 'q1'));
    expect(sent).toEqual(['q1', 'q2']);
    server.take(reply('b', null));
    expect(answers).toEqual([
      { ticket: 1, answer: { kind: 'text', text: 'a' } },
      { ticket: 2, answer: { kind: 'text', text: 'b' } }
    ]);
  });

  test.each([
    ['another question', reply('x', 'q0')],
    ['nothing that is an answer', { ...reply('x', 'q1'), header: question(1) as never }]
  ])('are not answered by a reply to %s', (_what, message) => {
    const { server, answers } = serve();
    server.ask(question(1));
    server.take(message);
    expect(answers).toEqual([]);
  });

  test.each([
    ['the end of the input', reply('\x04', 'q1')],
    ['an abort', reply('', 'q1', { status: 'abort' })],
    ['no text', reply(7, 'q1')]
  ])('are cancelled by %s', (_what, message) => {
    const { server, answers } = serve();
    server.ask(question(1));
    server.take(message);
    expect(answers).toEqual([{ ticket: 1, answer: { kind: 'cancelled' } }]);
  });

  test('are forgotten with their cell, and the next one is asked at once', () => {
    const { server, sent, answers } = serve();
    server.ask(question(1));
    server.ask(question(2));
    server.forget();
    server.ask(question(3));
    server.take(reply('late', 'q1'));
    expect(sent).toEqual(['q1', 'q3']);
    expect(answers).toEqual([]);
  });

  test('end with the kernel, and so do later ones', () => {
    const { server, answers } = serve();
    server.ask(question(1));
    server.end();
    server.ask(question(2));
    expect(answers.map(({ ticket, answer }) => [ticket, answer.kind])).toEqual([
      [1, 'ending'],
      [2, 'ending']
    ]);
  });

  test('are asked again while the client is not connected, unless they were forgotten', async () => {
    let isConnected = false;
    const { server, sent, due } = serve(() => isConnected);
    server.ask(question(1));
    await Promise.resolve();
    await Promise.resolve();
    expect(sent).toEqual([]);
    expect(due).toHaveLength(1);
    isConnected = true;
    due.shift()?.();
    await Promise.resolve();
    expect(sent).toEqual(['q1']);
    server.forget();
    isConnected = false;
    server.ask(question(2));
    await Promise.resolve();
    await Promise.resolve();
    server.forget();
    isConnected = true;
    due.shift()?.();
    await Promise.resolve();
    expect(sent).toEqual(['q1']);
  });
});
