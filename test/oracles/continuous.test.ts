import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProfile } from '../../src/compat/torch/profile';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import { readPprof } from '../support/pprofSchema';
import { PyroscopeReceiver } from '../support/pyroscopeReceiver';
import { spin } from '../support/spin';
import { pprofRaw, pprofTop } from './goPprof';

const host = new RecordingHost();
let receiver: PyroscopeReceiver;

beforeAll(async () => {
  receiver = await PyroscopeReceiver.start();
});

afterAll(async () => {
  host.cpuAttachment.dispose();
  await receiver.stop();
});

test("Go's pprof has the times that were pushed", async () => {
  const profiling = createProfile(host).continuous({ push: receiver.url, name: 'go', cpuHz: 500 });
  spin(300);
  await profiling.stop();
  const [{ body }] = receiver.pushes;
  const { stacks } = readPprof(body);
  const spun = stacks.filter(({ places }) => places.some(place => place.startsWith('spin ')));
  const expectedNs = spun.reduce((sum, { cpuNs }) => sum + cpuNs, 0);
  expect(expectedNs).toBeGreaterThan(100e6);
  expect(pprofTop(body, 'cpu', 'ns').get('spin')?.total).toBe(expectedNs);
  expect(pprofRaw(body)).toContain('thread:[main thread]');
});
