import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
  await runCell(
    kernel,
    `import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { profile } from 'kernelscope';

const server = http.createServer((_, response) => response.end('well'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
function ask(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port, path }, response => {
      response.resume().on('end', () => resolve(response.statusCode!));
    }).on('error', reject);
  });
}`
  );
});

afterAll(async () => {
  await runCell(kernel, 'server.closeAllConnections(); server.close();');
  await kernel.dispose();
});

const FIGURES = 'profile.last!.requests().map(row => [row.category, row.name, row.count]).sort()';

test('a profiled cell has its requests', async () => {
  await runCell(kernel, `%%profile -q\nfor (let id = 0; id < 3; id++) await ask('/users/' + id);`);
  expect(await evaluateCell(kernel, FIGURES)).toEqual([
    ['http.client', 'GET 127.0.0.1', 3],
    ['http.server', 'GET /users/:id', 3]
  ]);
});

test('a cell that changes built-in objects has its requests, and its changes', async () => {
  const cell = `%%profile -q
const { search } = String.prototype;
String.prototype.search = () => { throw new Error('the cell has its own'); };
await ask('/users/7');
let own = '';
try { 'text'.search(/x/); } catch (error) { own = (error as Error).message; }
String.prototype.search = search;`;
  await runCell(kernel, cell);
  expect(await evaluateCell(kernel, 'own')).toBe('the cell has its own');
  expect(await evaluateCell(kernel, FIGURES)).toEqual([
    ['http.client', 'GET 127.0.0.1', 1],
    ['http.server', 'GET /users/:id', 1]
  ]);
});

test('a light recording has none', async () => {
  await runCell(kernel, '%profile on');
  await runCell(kernel, `await ask('/users/7');`);
  await runCell(kernel, '%profile off');
  expect(await evaluateCell(kernel, FIGURES)).toEqual([]);
});
