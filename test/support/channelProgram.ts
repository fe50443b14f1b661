// Prints how many requests of `fetch` a recording hears of that begins after others have ended, and garbage was collected.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Channels } from '../../src/sources/requests/channels';

let heard = 0;
const channels = new Channels(() => ({ 'undici:request:create': () => heard++ }));
const user = { note: (error: unknown) => console.error(error) };

async function main(): Promise<void> {
  const server = createServer((_, response) => response.end('x')).listen(0);
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const get = async () => (await fetch(url())).text();
  channels.acquire(user);
  channels.release(user);
  await sleep(10);
  globalThis.gc?.();
  await get();
  for (let at = 0; at < 5; at++) {
    globalThis.gc?.();
    await sleep(20);
  }
  channels.acquire(user);
  await get();
  console.log(heard);
  process.exit();
}

void main();
