import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SparkDriver, SparkError } from '../../../../../src/compat/mindspore/offline/sparkDriver';
import { useFolder } from '../../../../support/folders';

const folder = useFolder();
const { SPARK_HOME } = process.env;
let homes = 0;

afterEach(() => {
  if (SPARK_HOME === undefined) delete process.env.SPARK_HOME;
  else process.env.SPARK_HOME = SPARK_HOME;
});

/** Puts a program in the place of `spark-submit`; its last argument is the socket. */
function submitRuns(script: string): void {
  const home = path.join(folder, `home-${homes++}`);
  const program = path.join(home, 'bin', 'spark-submit');
  mkdirSync(path.dirname(program), { recursive: true });
  writeFileSync(program, `#!${process.execPath}\n${script}`);
  chmodSync(program, 0o755);
  process.env.SPARK_HOME = home;
}

const start = (): Promise<SparkDriver> =>
  SparkDriver.start({ master: 'yarn' }, { script: 'driver.py', reader: 'reader.js' });

/** A driver that answers each call as `answer` says, an expression of the call's name. */
const driver = (answer: string): string => `
  const socket = require('node:net').connect(process.argv.at(-1));
  const send = message => socket.write(JSON.stringify(message) + '\\n');
  send({ result: 'ready' });
  require('node:readline').createInterface({ input: socket }).on('line', line => {
    const { call, ...rest } = JSON.parse(line);
    ${answer}
  });`;

describe('the driver of Spark', () => {
  it('answers calls, and says how far it is', async () => {
    submitRuns(driver('send({ part: 3 }); send({ result: { call, rest } });'));
    const running = await start();
    const seen: unknown[] = [];
    const answer = await running.call('read', { paths: ['a'] }, part => seen.push(part));
    expect(answer).toEqual({ call: 'read', rest: { paths: ['a'] } });
    expect(seen).toEqual([3]);
    await running.dispose();
    await expect(running.call('read', {})).rejects.toThrow('The Spark driver was ended.');
  });

  it('fails a call, and goes on', async () => {
    submitRuns(driver("send(call === 'bad' ? { error: 'no such table' } : { result: 1 });"));
    const running = await start();
    await expect(running.call('bad', {})).rejects.toThrow(new SparkError('no such table'));
    expect(await running.call('good', {})).toBe(1);
    await running.dispose();
  });

  it('fails the call during which it is killed', async () => {
    submitRuns(driver("process.kill(process.pid, 'SIGKILL');"));
    const running = await start();
    const call = running.call('read', {});
    await expect(call).rejects.toThrow(new SparkError('The Spark driver was ended by SIGKILL'));
    await running.dispose();
  });

  it.each([
    [
      "console.error('26/11/26 15:35:49 ERROR StandaloneSchedulerBackend: Application has been killed.'); console.error('bye')",
      'The Spark driver ended with exit code 3: Application has been killed.'
    ],
    [
      'console.error(\'Exception in thread "main" org.apache.spark.SparkException: Master must start with yarn\')',
      'The Spark driver ended with exit code 3: Master must start with yarn'
    ],
    [
      "console.error('ModuleNotFoundError: No module named \\'pyspark\\'')",
      /: No module named 'pyspark'$/
    ],
    ["console.log('JAVA_HOME is not set')", /: JAVA_HOME is not set$/],
    ['0', 'The Spark driver ended with exit code 3']
  ])('cannot start: %s', async (script, message) => {
    submitRuns(`${script}; process.exitCode = 3;`);
    await expect(start()).rejects.toThrow(
      typeof message === 'string' ? new SparkError(message) : message
    );
  });

  it('warns once that it waits for machines', async () => {
    const line =
      '26/11/26 15:35:49 WARN TaskSchedulerImpl: Initial job has not accepted any resources; check';
    submitRuns(
      driver(
        `console.error('${line}'); console.error('${line}'); setTimeout(() => send({ result: 1 }), 200);`
      )
    );
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const running = await start();
    await running.call('read', {});
    await running.dispose();
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/^Spark waits for its cluster/), 'KernelscopeWarning']
    ]);
    warned.mockRestore();
  });

  it('cannot start where the program cannot', async () => {
    submitRuns('');
    const program = path.join(process.env.SPARK_HOME ?? '', 'bin', 'spark-submit');
    writeFileSync(program, '#!/no/such/interpreter\n');
    await expect(start()).rejects.toThrow(/ENOENT/);
  });
});
