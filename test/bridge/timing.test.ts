import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { type Execution, KernelClient } from './kernelClient';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
  await kernel.execute('let total = 0; let runs = 0;');
});

afterAll(() => kernel.dispose());

const SPAN = '(?:\\d+(?:\\.\\d+)?|1e\\+03) (?:s|ms|μs|ns)';
const RESULT = new RegExp(
  `${SPAN} ± ${SPAN} per loop \\(mean ± std\\. dev\\. of (\\d+) runs?, ([\\d,]+) loops? each\\)$`
);
const TIMES = new RegExp(
  `^CPU times: user ${SPAN}, sys: ${SPAN}, total: ${SPAN}\nWall time: (${SPAN})$`
);

/** The texts that magics displayed, which never come as a stream. */
function displayed({ outputs }: Execution): string[] {
  return outputs.flatMap(output => ('data' in output ? [String(output.data['text/plain'])] : []));
}

async function valueOf(expression: string): Promise<string> {
  return kernel.textOf((await kernel.execute(expression)).id);
}

describe('%timeit', () => {
  test('words its result as IPython does, as display data', async () => {
    const { reply, outputs } = await kernel.execute('%timeit Math.sqrt(runs)');
    expect(reply['status']).toBe('ok');
    expect(outputs.map(({ type }) => type)).toEqual(['display_data']);
    const [, runs, loops] = RESULT.exec(
      String('data' in outputs[0] && outputs[0].data['text/plain'])
    )!;
    expect(runs).toBe('7');
    expect(Number(loops.replaceAll(',', ''))).toBeGreaterThan(1e5);
  });

  test('runs the statement as often as asked, in singular and plural', async () => {
    await kernel.execute('runs = 0;');
    const one = await kernel.execute('%timeit -n 1 -r 1 runs++');
    expect(displayed(one)[0]).toMatch(/of 1 run, 1 loop each\)$/);
    expect(await valueOf('runs')).toBe('1\n');
    const many = await kernel.execute('%timeit -n1000 -r 3 runs++');
    expect(displayed(many)[0]).toMatch(/of 3 runs, 1,000 loops each\)$/);
    expect(await valueOf('runs')).toBe('3001\n');
  });

  test('measures what the statement takes, also when it waits', async () => {
    const slept = await kernel.execute(
      '%timeit -n 2 -r 2 await new Promise(resolve => setTimeout(resolve, 20))'
    );
    const [mean] = /^[\d.]+ ms/.exec(displayed(slept)[0])!;
    expect(Number.parseFloat(mean)).toBeGreaterThan(18);
  });

  test('shows the output of the statement, and not its value', async () => {
    const { outputs } = await kernel.execute('%timeit -n 2 -r 1 console.log("out"), 42');
    expect(outputs.map(({ type }) => type)).toEqual(['stream', 'display_data']);
    expect(outputs[0]).toMatchObject({ name: 'stdout', text: 'out\nout\n' });
  });

  test('runs the code below it once, as if it were not there', async () => {
    const { id } = await kernel.execute('%timeit -n 3 -r 1 runs++\nconsole.log("below");');
    expect(kernel.textOf(id)).toBe('below\n');
  });
});

describe('%%timeit', () => {
  test('keeps its declarations to itself, with their types', async () => {
    await kernel.execute('const shared = "outer";');
    const { reply } = await kernel.execute(
      '%%timeit -n 2 -r 2\nimport os from "node:os";\nconst shared = 1;\ninterface Point { x: number }\n' +
        'class Inner { static at: Point = { x: shared }; }\nfunction here() { return os.EOL + Inner.at.x; }\nhere();'
    );
    expect(reply['status']).toBe('ok');
    expect(await valueOf('shared.toUpperCase()')).toBe('OUTER\n');
    for (const name of ['here', 'Inner', 'os', 'tsLastExpr']) {
      expect((await kernel.execute(name)).reply['ename']).toBe('TypeScriptError');
    }
  });

  test('changes variables of earlier cells', async () => {
    await kernel.execute('total = 0;');
    await kernel.execute('%%timeit -n 5 -r 2\nfor await (const step of [1, 2]) total += step;');
    expect(await valueOf('total')).toBe('30\n');
  });

  test('names the TypeScript line and column of what was thrown, and shows no result', async () => {
    const { reply, outputs } = await kernel.execute(
      '%%timeit\nconst label: string = "here";\n\n  throw new RangeError(label);'
    );
    expect(reply).toMatchObject({ status: 'error', ename: 'RangeError', evalue: 'here' });
    expect(String(reply['traceback'])).toMatch(/Cell \[\d+\]:4:9/);
    expect(outputs.map(({ type }) => type)).toEqual(['error']);
  });

  test('names the line and column of a type error, and runs nothing', async () => {
    await kernel.execute('runs = 0;');
    const { reply } = await kernel.execute('%%timeit\nruns++;\n  const n: number = "x";');
    expect(reply['ename']).toBe('TypeScriptError');
    expect(reply['evalue']).toMatch(/^Cell \[\d+\]:3:9 - error TS2322/);
    expect(await valueOf('runs')).toBe('0\n');
  });

  test('says so when there is nothing to time', async () => {
    for (const code of ['%%timeit', '%%timeit\n// nothing', '%%timeit\ninterface Nothing {}']) {
      const { reply } = await kernel.execute(code);
      expect(reply).toMatchObject({ status: 'error', ename: 'MagicRequestError' });
      expect(reply['evalue']).toContain('nothing to time');
    }
  });

  const ENDLESS = [
    ['a busy loop', 'while (true);'],
    ['a busy loop after an await', 'await 1;\nwhile (true);'],
    ['loops of loops', 'for (let i = 0; i < 1e4; i++) runs++;'],
    ['a pending await', 'await new Promise(() => undefined);']
  ];

  test.each(sampleOf(ENDLESS, 3))(
    'is interrupted in %s, and the kernel goes on',
    async (_, code) => {
      const id = kernel.submit(`%%timeit -n 1000000000 -r 3\n${code}`);
      const isBusy = (): boolean =>
        kernel.published.some(
          ({ header, parent }) => header.msg_type === 'execute_input' && parent.msg_id === id
        );
      await kernel.waitUntil(isBusy, 'the start of the cell');
      await new Promise(resolve => setTimeout(resolve, 600));
      await kernel.control('interrupt_request');
      const { reply, outputs } = await kernel.finish(id);
      expect(reply).toMatchObject({ status: 'error', ename: 'KeyboardInterrupt' });
      expect(outputs.map(({ type }) => type)).toEqual(['error']);
      await new Promise(resolve => setTimeout(resolve, 100));
      expect(await valueOf('"alive"')).toBe('alive\n');
    }
  );
});

describe('%time', () => {
  test('shows the times, then the value, and keeps what was declared', async () => {
    const { outputs, id } = await kernel.execute(
      '%time let kept = 20; kept + 1\nconsole.log(kept);'
    );
    expect(outputs.map(({ type }) => type)).toEqual(['display_data', 'execute_result', 'stream']);
    expect(String('data' in outputs[0] && outputs[0].data['text/plain'])).toMatch(TIMES);
    expect(kernel.textOf(id)).toBe('21\n20\n');
    expect(await valueOf('kept')).toBe('20\n');
  });
});

describe('%%time', () => {
  test('measures the run of the cell, without its compilation', SAMPLED, async () => {
    const execution = await kernel.execute('%%time\nconst quick = 1;\nquick');
    const [, wall] = TIMES.exec(displayed(execution)[0])!;
    expect(wall).toMatch(/μs|ns|^[1-9](\.\d+)? ms/);
    expect(kernel.textOf(execution.id)).toBe('1\n');
    expect(await valueOf('quick')).toBe('1\n');
  });

  test('counts what the cell waits for', async () => {
    const execution = await kernel.execute(
      '%%time\nawait new Promise(resolve => setTimeout(resolve, 50));'
    );
    const [, wall] = TIMES.exec(displayed(execution)[0])!;
    expect(wall).toMatch(/^\d+(\.\d+)? m?s$/);
    expect(Number.parseFloat(wall) * (wall.endsWith('ms') ? 1 : 1000)).toBeGreaterThan(49);
  });

  test('shows the time so far, then the error', async () => {
    const { reply, outputs } = await kernel.execute('%%time\n  throw new TypeError("late");');
    expect(outputs.map(({ type }) => type)).toEqual(['display_data', 'error']);
    expect(reply).toMatchObject({ ename: 'TypeError', evalue: 'late' });
    expect(String(reply['traceback'])).toMatch(/Cell \[\d+\]:2:9/);
  });

  test('shows the time so far when it is interrupted', async () => {
    const id = kernel.submit('%%time\nconsole.log("started");\nwhile (true);');
    await kernel.waitUntil(() => kernel.textOf(id) === 'started\n', 'the start of the cell');
    await new Promise(resolve => setTimeout(resolve, 300));
    await kernel.control('interrupt_request');
    const { reply, outputs } = await kernel.finish(id);
    expect(reply['ename']).toBe('KeyboardInterrupt');
    expect(outputs.map(({ type }) => type)).toEqual(['stream', 'display_data', 'error']);
  });

  test('shows no time of a cell that does not compile', async () => {
    const { reply, outputs } = await kernel.execute('%%time\nconst n: number = "x";');
    expect(reply['evalue']).toMatch(/^Cell \[\d+\]:2:7 /);
    expect(outputs.map(({ type }) => type)).toEqual(['error']);
  });

  test('ends in an error when the cell calls process.exit, and the kernel lives', async () => {
    const { reply, outputs } = await kernel.execute('%%time\nprocess.exit(3);');
    expect(reply['ename']).toBe('ProcessExit');
    expect(outputs.map(({ type }) => type)).toEqual(['display_data', 'error']);
    expect(await valueOf('1')).toBe('1\n');
  });
});
