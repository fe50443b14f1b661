import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { bundleProgram } from '../../../support/rankProcesses';
import { BARE, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();

it('has what attached threads did in each window of a schedule', async () => {
  const { host, profile, file } = test();
  const worker = new Worker(bundleProgram('memberProgram.ts', file('.')));
  await once(worker, 'message');
  host.processes.attach(worker);
  const seen: string[][] = [];
  await profile.run(
    async session => {
      for (const name of ['first', 'warm', 'third']) {
        const done = once(worker, 'message');
        worker.postMessage({ ranges: [name] });
        await done;
        await session.step();
      }
    },
    {
      ...BARE,
      lines: false,
      schedule: step => (step === 1 ? 'WARMUP' : 'RECORD_AND_SAVE'),
      onTraceReady: ({ functionEvents }) => {
        const names = functionEvents.filter(({ isAsync }) => !isAsync).map(({ name }) => name);
        seen.push(names.filter(name => /^(first|warm|third)$/.test(name)));
      }
    }
  );
  await worker.terminate();
  expect(seen).toEqual([['first'], ['third'], []]);
});
