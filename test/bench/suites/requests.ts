import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Recorder } from '../../../src/record/recorder';
import { monotonicClock } from '../../../src/base/clock';
import { REQUESTS } from '../../../src/sources/requests/requests';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

/** Requests in one round, one after the other. */
const TIMES = 200;

/** The cost of recording an HTTP request where both its sides are recorded. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const server = http.createServer((_, response) => response.end('well'));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const exchange = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const request = http.get({ host: '127.0.0.1', port, path: '/users/7', agent });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      response.resume();
      await once(response, 'end');
      sink.value++;
    }
  };
  const recorder = new Recorder({ clock: monotonicClock });
  const [source] = REQUESTS.open({ recorder }).sources({ requests: true }, []);
  const window = recorder.openWindow();
  const times = await interleave(
    {
      floor: floorCase(),
      bare: { times: TIMES, run: exchange },
      recorded: {
        times: TIMES,
        before: () => {
          source.start();
        },
        run: exchange,
        after: () => {
          source.stopNow();
        }
      }
    },
    { rounds: 31, warmup: 5 }
  );
  recorder.closeWindow(window);
  agent.destroy();
  server.close();
  const floorNs = median(times.floor);
  const value = (median(times.recorded) - median(times.bare)) / floorNs;
  return [{ name: 'requests.exchange', value, floorNs }];
}
