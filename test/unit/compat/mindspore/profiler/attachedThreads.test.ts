import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { BYTES_ARG } from '../../../../../src/model/profile/argKeys';
import { POST_MESSAGE } from '../../../../../src/model/profile/categories';
import type { Profile } from '../../../../../src/model/profile/profile';
import { bundleProgram } from '../../../../support/rankProcesses';
import { type TestProfilers, useTestProfilers } from '../../../../support/testProfilers';

const test = useTestProfilers();

/** Has a worker do its work in the cycle of a profiler, and gives what that has. */
async function recorded(
  { host, profiler, file }: TestProfilers,
  parallelStrategy: boolean
): Promise<Profile> {
  const worker = new Worker(bundleProgram('memberProgram.ts', file('.')));
  await once(worker, 'message');
  host.processes.attach(worker);
  const made = profiler({ parallelStrategy });
  const done = once(worker, 'message');
  worker.postMessage({ ranges: ['in the worker'] });
  await done;
  await made.stop();
  await worker.terminate();
  return made.profile;
}

describe('parallelStrategy', () => {
  it('records what attached threads do, and messages to them with their bytes', async () => {
    const profile = await recorded(test(), true);
    const { strings, labels, slices, args, flows } = profile;
    const names = Array.from(slices.label, label => strings[labels.name[label]]);
    expect(names).toContain('in the worker');
    const post = names.indexOf(POST_MESSAGE);
    const key = strings.indexOf(BYTES_ARG);
    const isBytes = (row: number) => args.slice[row] === post && args.key[row] === key;
    const rows = Array.from(args.slice, (_, row) => row).filter(isBytes);
    expect(rows).toHaveLength(1);
    expect(flows.length).toBeGreaterThan(0);
  });

  it('false records this thread alone', async () => {
    const { strings, labels, slices } = await recorded(test(), false);
    const names = Array.from(slices.label, label => strings[labels.name[label]]);
    expect(names).not.toContain('in the worker');
  });
});
