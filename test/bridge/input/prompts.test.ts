import { describe, expect, test } from 'vitest';
import { Questions } from './questions';

const user = Questions.use();

describe('prompt', () => {
  test('gives what the user types, and belongs to the cell that asks', async () => {
    const id = user.submit('const name = prompt("Name?"); console.log(`<${name}>`);');
    const question = await user.answer('Ada Λ', 'Name? ');
    expect(await user.textOf(id)).toBe('<Ada Λ>\n');
    expect(question.parent.msg_id).toBe(id);
  });

  test('shows the default, and gives it for an empty answer alone', async () => {
    const id = user.submit('[prompt("Age?", "18"), prompt("Age?", "18"), prompt("Age?")]');
    await user.answer('', 'Age? [18] ');
    await user.answer('36', 'Age? [18] ');
    await user.answer('', 'Age? ');
    expect(await user.textOf(id)).toBe("[ '18', '36', '' ]\n");
  });

  test('gives null at the end of the input and where the front end gives no answer', async () => {
    const id = user.submit('console.log(prompt("A"), prompt("B", "default"))');
    await user.answer('\x04');
    user.kernel.answer('', await user.next(), { status: 'abort' });
    expect(await user.textOf(id)).toBe('null null\n');
  });

  test('has what is typed hidden for a password', async () => {
    const id = user.submit('prompt("Token", undefined, { password: true })?.length');
    const question = await user.next();
    expect(question.content).toEqual({ prompt: 'Token ', password: true });
    user.kernel.answer('secret', question);
    expect(await user.textOf(id)).toBe('6\n');
  });

  test('takes an answer that does not say which question it is for', async () => {
    const id = user.submit('prompt()');
    await user.next();
    user.kernel.answer('old client', null);
    expect(await user.textOf(id)).toBe('old client\n');
  });

  test('comes after everything that was printed before it', async () => {
    const id = user.submit('for (let i = 0; i < 2000; i++) console.log(i);\nprompt("Go on?");');
    const question = await user.next();
    await user.kernel.waitUntil(() => user.kernel.textOf(id).endsWith('1999\n'), 'the text before');
    user.kernel.answer('', question);
    await user.textOf(id);
  });

  test('works after an await, and the next cells wait for it', async () => {
    const first = user.submit(
      'await new Promise(r => setTimeout(r, 5));\nconst late = prompt("Late?");\nconsole.log(late);'
    );
    const second = user.submit('console.log(late + "!")');
    const question = await user.next();
    expect(user.kernel.outputsOf(second)).toEqual([]);
    user.kernel.answer('yes', question);
    expect(await user.textOf(first)).toBe('yes\n');
    expect(await user.textOf(second)).toBe('yes!\n');
  });

  test('is typed and documented', async () => {
    const reply = await user.failureOf(user.submit('const text: number = prompt("x");'));
    expect(reply['evalue']).toContain("Type 'string' is not assignable to type 'number'");
    const shown = await user.kernel.request('inspect_request', {
      code: 'prompt',
      cursor_pos: 3,
      detail_level: 0
    });
    expect(JSON.stringify(shown)).toContain('Asks the user of the notebook for a line');
  });

  test('may be the name of something else in a cell', async () => {
    const id = user.submit('const prompt = (text: string) => text + "!"; prompt("mine")');
    expect(await user.textOf(id)).toBe('mine!\n');
    await user.kernel.execute('const confirm = 1;');
  });
});

describe('confirm and alert', () => {
  test('confirm is true for y and yes', async () => {
    const id = user.submit('["", "", "", ""].map(() => globalThis.confirm("Delete?"))');
    await user.answer('y', 'Delete? [y/N] ');
    await user.answer(' YES ');
    await user.answer('no');
    await user.answer('');
    expect(await user.textOf(id)).toBe('[ true, true, false, false ]\n');
  });

  test('alert waits for the user', async () => {
    const id = user.submit('alert("Done"); console.log("after")');
    await user.answer('', 'Done [Enter] ');
    expect(await user.textOf(id)).toBe('after\n');
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
    const id = user.submit(code);
    const unanswered = await user.next();
    await user.kernel.control('interrupt_request');
    expect(await user.failureOf(id)).toMatchObject({ ename: 'KeyboardInterrupt' });
    expect(user.kernel.textOf(id)).toMatch(/^(1\n)+$/);
    const next = user.submit('globalThis.prompt("Next?")');
    const question = await user.next();
    user.kernel.answer('too late', unanswered);
    user.kernel.answer('in time', question);
    expect(await user.textOf(next)).toBe('in time\n');
  });

  test.each([
    ['in the synchronous part', ASK],
    ['after an await', `await new Promise(r => setTimeout(r, 5));\n${ASK}`]
  ])('%s is broken by SIGINT', async (_where, code) => {
    const id = user.submit(code);
    await user.next();
    user.kernel.process.child.kill('SIGINT');
    expect(await user.failureOf(id)).toMatchObject({ ename: 'KeyboardInterrupt' });
    expect(user.kernel.textOf(id)).toBe('1\n');
    const next = user.submit('globalThis.prompt("Next?")');
    await user.answer('fine');
    expect(await user.textOf(next)).toBe('fine\n');
  });
});

describe('where nobody can be asked', () => {
  test.each(['globalThis.prompt("x")', 'await null; alert("x")', 'globalThis.confirm("x")'])(
    '%s fails if the front end does not allow it',
    async code => {
      const { reply } = await user.kernel.execute(code);
      expect(reply).toMatchObject({ status: 'error', ename: 'StdinNotImplementedError' });
      expect(reply['evalue']).toMatch(
        /^(prompt|alert|confirm)\(\) needs input, .*allow_stdin is false/
      );
      user.expectNoMore();
    }
  );

  test('code of a cell that has ended cannot ask', async () => {
    const id = user.submit(`const told = { hasEnded: false };
const asking = setInterval(() => {
  if (!told.hasEnded) return;
  clearInterval(asking);
  try { alert('x') } catch (error) { console.log(String(error)) }
}, 20);`);
    await user.kernel.finish(id);
    await user.kernel.finish(user.submit('told.hasEnded = true;'));
    await user.kernel.waitUntil(() => user.kernel.textOf(id).includes('InputError'), 'the error');
    expect(user.kernel.textOf(id)).toContain(
      'alert() cannot ask: the cell that called it has ended'
    );
  });
});
