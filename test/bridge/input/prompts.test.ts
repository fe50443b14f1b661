import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Execution, KernelClient } from '../kernelClient';

let kernel: KernelClient;
/** Questions that were asked by earlier tests. */
let asked = 0;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

const submit = (code: string): string => kernel.submit(code, { allow_stdin: true });

/** Waits for the next question of the kernel, checks it and answers it. */
async function answerNext(value: string, prompt?: string): Promise<void> {
  asked += 1;
  const question = await kernel.question(asked);
  if (prompt !== undefined) expect(question.content).toEqual({ prompt, password: false });
  kernel.answer(value, question);
}

async function textOf(id: string): Promise<string> {
  const { reply } = await kernel.finish(id);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  return kernel.textOf(id);
}

async function failureOf(id: string): Promise<Execution['reply']> {
  const { reply } = await kernel.finish(id);
  expect(reply['status']).toBe('error');
  return reply;
}

async function waitForQuestion(): Promise<void> {
  asked += 1;
  await kernel.question(asked);
}

describe('prompt', () => {
  test('gives what the user types, and belongs to the cell that asks', async () => {
    const id = submit('const name = prompt("Name?"); console.log(`<${name}>`);');
    await answerNext('Ada Λ', 'Name? ');
    expect(await textOf(id)).toBe('<Ada Λ>\n');
    const question = await kernel.question(asked);
    expect(question.parent.msg_id).toBe(id);
  });

  test('shows the default, and gives it for an empty answer alone', async () => {
    const id = submit('[prompt("Age?", "18"), prompt("Age?", "18"), prompt("Age?")]');
    await answerNext('', 'Age? [18] ');
    await answerNext('36', 'Age? [18] ');
    await answerNext('', 'Age? ');
    expect(await textOf(id)).toBe("[ '18', '36', '' ]\n");
  });

  test('gives null at the end of the input and where the front end gives no answer', async () => {
    const id = submit('console.log(prompt("A"), prompt("B", "default"))');
    await answerNext('\x04');
    asked += 1;
    kernel.answer('', await kernel.question(asked), { status: 'abort' });
    expect(await textOf(id)).toBe('null null\n');
  });

  test('has what is typed hidden for a password', async () => {
    const id = submit('prompt("Token", undefined, { password: true })?.length');
    asked += 1;
    const question = await kernel.question(asked);
    expect(question.content).toEqual({ prompt: 'Token ', password: true });
    kernel.answer('secret', question);
    expect(await textOf(id)).toBe('6\n');
  });

  test('takes an answer that does not say which question it is for', async () => {
    const id = submit('prompt()');
    await waitForQuestion();
    kernel.answer('old client', null);
    expect(await textOf(id)).toBe('old client\n');
  });

  test('comes after everything that was printed before it', async () => {
    const id = submit('for (let i = 0; i < 2000; i++) console.log(i);\nprompt("Go on?");');
    await waitForQuestion();
    await kernel.waitUntil(() => kernel.textOf(id).endsWith('1999\n'), 'the text before');
    kernel.answer('', await kernel.question(asked));
    await textOf(id);
  });

  test('works after an await, and the next cells wait for it', async () => {
    const first = submit(
      'await new Promise(r => setTimeout(r, 5));\nconst late = prompt("Late?");\nconsole.log(late);'
    );
    const second = submit('console.log(late + "!")');
    await waitForQuestion();
    expect(kernel.outputsOf(second)).toEqual([]);
    kernel.answer('yes', await kernel.question(asked));
    expect(await textOf(first)).toBe('yes\n');
    expect(await textOf(second)).toBe('yes!\n');
  });

  test('is typed and documented', async () => {
    const reply = await failureOf(submit('const text: number = prompt("x");'));
    expect(reply['evalue']).toContain("Type 'string' is not assignable to type 'number'");
    const shown = await kernel.request('inspect_request', {
      code: 'prompt',
      cursor_pos: 3,
      detail_level: 0
    });
    expect(JSON.stringify(shown)).toContain('Asks the user of the notebook for a line');
  });

  test('may be the name of something else in a cell', async () => {
    const id = submit('const prompt = (text: string) => text + "!"; prompt("mine")');
    expect(await textOf(id)).toBe('mine!\n');
    await kernel.execute('const confirm = 1;');
  });
});

describe('confirm and alert', () => {
  test('confirm is true for y and yes', async () => {
    const id = submit('["", "", "", ""].map(() => globalThis.confirm("Delete?"))');
    await answerNext('y', 'Delete? [y/N] ');
    await answerNext(' YES ');
    await answerNext('no');
    await answerNext('');
    expect(await textOf(id)).toBe('[ true, true, false, false ]\n');
  });

  test('alert waits for the user', async () => {
    const id = submit('alert("Done"); console.log("after")');
    await answerNext('', 'Done [Enter] ');
    expect(await textOf(id)).toBe('after\n');
  });
});

describe('a question that is not answered', () => {
  const ASK = 'console.log(1);\nglobalThis.prompt("Never?");\nconsole.log(2);';

  test.each([
    ['in the synchronous part', ASK],
    ['after an await', `await null;\n${ASK}`],
    ['in code that catches everything', `for (;;) { try {\n${ASK}\n} catch {} }`],
    ['after an await, in code that catches everything', `await 0; try {\n${ASK}\n} catch {}`]
  ])('%s is broken by an interrupt, and the next one is asked anew', async (_where, code) => {
    const id = submit(code);
    await waitForQuestion();
    const unanswered = await kernel.question(asked);
    await kernel.control('interrupt_request');
    expect(await failureOf(id)).toMatchObject({ ename: 'KeyboardInterrupt' });
    expect(kernel.textOf(id)).toMatch(/^(1\n)+$/);
    const next = submit('globalThis.prompt("Next?")');
    await waitForQuestion();
    kernel.answer('too late', unanswered);
    kernel.answer('in time', await kernel.question(asked));
    expect(await textOf(next)).toBe('in time\n');
  });

  test.each([
    ['in the synchronous part', ASK],
    ['after an await', `await new Promise(r => setTimeout(r, 5));\n${ASK}`]
  ])('%s is broken by SIGINT', async (_where, code) => {
    const id = submit(code);
    await waitForQuestion();
    kernel.process.child.kill('SIGINT');
    expect(await failureOf(id)).toMatchObject({ ename: 'KeyboardInterrupt' });
    expect(kernel.textOf(id)).toBe('1\n');
    const next = submit('globalThis.prompt("Next?")');
    await answerNext('fine');
    expect(await textOf(next)).toBe('fine\n');
  });
});

describe('where nobody can be asked', () => {
  test.each(['globalThis.prompt("x")', 'await null; alert("x")', 'globalThis.confirm("x")'])(
    '%s fails if the front end does not allow it',
    async code => {
      const { reply } = await kernel.execute(code);
      expect(reply).toMatchObject({ status: 'error', ename: 'StdinNotImplementedError' });
      expect(reply['evalue']).toMatch(
        /^(prompt|alert|confirm)\(\) needs input, .*allow_stdin is false/
      );
      expect(kernel.questions).toHaveLength(asked);
    }
  );

  test('code of a cell that has ended cannot ask', async () => {
    const id = submit(`const told = { hasEnded: false };
const asking = setInterval(() => {
  if (!told.hasEnded) return;
  clearInterval(asking);
  try { alert('x') } catch (error) { console.log(String(error)) }
}, 20);`);
    await kernel.finish(id);
    await kernel.finish(submit('told.hasEnded = true;'));
    await kernel.waitUntil(() => kernel.textOf(id).includes('InputError'), 'the error');
    expect(kernel.textOf(id)).toContain('alert() cannot ask: the cell that called it has ended');
  });
});
