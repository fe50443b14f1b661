import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { monotonicClock } from '../../../../src/base/clock';
import { WorkerMemoryHost } from '../../../../src/sources/process/memoryHost';
import {
  type MemorySamplingRequest,
  runMemorySampler
} from '../../../../src/sources/process/memorySampler';
import { createSharedSeries, readSharedSeries } from '../../../../src/sources/process/sharedSeries';
import { eventually } from '../../../support/eventually';

function request(): MemorySamplingRequest {
  return {
    type: 'kernelscope:sampleMemory',
    intervalMs: 2,
    originNs: monotonicClock(),
    rss: createSharedSeries(100),
    heap: createSharedSeries(100),
    stopFlag: new Int32Array(new SharedArrayBuffer(4)),
    sessionHolds: new Int32Array(new SharedArrayBuffer(4)),
    isInspectable: true
  };
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

const samplesOf = ({ rss }: MemorySamplingRequest): number => readSharedSeries(rss).time.length;

describe('runMemorySampler', () => {
  test('shares its port with others and samples until it is told to stop', async () => {
    const { port1, port2 } = new MessageChannel();
    const end = runMemorySampler({ port: port2 });
    const others: unknown[] = [];
    port2.on('message', message => others.push(message));
    const asked = request();
    port1.postMessage({ type: 'something else' });
    port1.postMessage(null);
    port1.postMessage(asked);
    await eventually(() => expect(samplesOf(asked)).toBeGreaterThan(3));
    Atomics.store(asked.stopFlag, 0, 1);
    await pause(20);
    const { time, value } = readSharedSeries(asked.rss);
    await pause(40);
    end();
    port1.close();
    expect(others).toHaveLength(3);
    expect(Math.min(...value)).toBeGreaterThan(1e6);
    expect(samplesOf(asked)).toBe(time.length);
  });

  test('ends what still runs when it is ended itself', async () => {
    const { port1, port2 } = new MessageChannel();
    const end = runMemorySampler({ port: port2 });
    const asked = request();
    port1.postMessage(asked);
    await eventually(() => expect(samplesOf(asked)).toBeGreaterThan(0));
    end();
    const length = samplesOf(asked);
    await pause(20);
    port1.close();
    expect(samplesOf(asked)).toBe(length);
  });
});

describe('WorkerMemoryHost', () => {
  test('survives a worker that cannot start, and says why when it is asked again', async () => {
    const host = new WorkerMemoryHost(join(tmpdir(), 'kernelscope-no-such-file.js'));
    host.post(request());
    await eventually(() =>
      expect(() => host.post(request())).toThrow('kernelscope-no-such-file.js')
    );
    host.dispose();
  });
});
