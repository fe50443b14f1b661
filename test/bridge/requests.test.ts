import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadProfile } from 'kernelscope';
import { beforeAll, expect, test } from 'vitest';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** A server in a worker, to which the main thread sends 50 requests at a time. */
const PROGRAM = `
import { once } from 'node:events';
import http from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  const [port] = await once(worker, 'message');
  const ask = async id => {
    const response = await fetch(\`http://127.0.0.1:\${port}/users/\${id}?key=secret\`);
    await response.text();
    return response.status;
  };
  const statuses = await Promise.all(Array.from({ length: 50 }, (_, id) => ask(id)));
  console.log(statuses.filter(status => status === 500).length);
  worker.postMessage('end');
  await once(worker, 'exit');
} else {
  const server = http.createServer((request, response) => {
    response.writeHead(request.url.startsWith('/users/7?') ? 500 : 200);
    response.end('well');
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  parentPort.once('message', () => {
    server.closeAllConnections();
    server.close();
  });
}
`;

const folder = useFolder();

beforeAll(() => {
  writeFileSync(path.join(folder, 'service.mjs'), PROGRAM);
});

const kernelscope = (...args: string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], { cwd: folder });

test('a program has the requests of all its threads, which show prints as text and as JSON', async () => {
  const { stdout, stderr } = await kernelscope('run', '-o', 'service.kscope', 'service.mjs');
  expect(stdout).toBe('1\n');
  expect(stderr).toContain('\nRequests\n');
  const profile = loadProfile(path.join(folder, 'service.kscope'));
  const found = profile.requests().map(({ category, name, count, errors, unfinished }) => ({
    ...{ category, name, count, errors, unfinished }
  }));
  expect(found).toHaveLength(2);
  const all = { count: 50, errors: 1, unfinished: 0 };
  expect(found).toContainEqual({ category: 'http.server', name: 'GET /users/:id', ...all });
  expect(found).toContainEqual({ category: 'fetch', name: 'GET 127.0.0.1', ...all });
  expect(profile.data.strings.filter(text => text.includes('key='))).toEqual([]);
  const shown = await kernelscope('show', 'service.kscope');
  expect(shown.stdout).toMatch(/ 50 +1 +0 .* http\.server {2}GET \/users\/:id\n/);
  const json = await kernelscope('show', '--format', 'json', 'service.kscope');
  expect(JSON.parse(json.stdout)).toMatchObject({
    Requests: { 'http.server': { 'GET /users/:id': { Count: 50, Errors: 1 } } }
  });
});

test('a program has none where they are turned off', { tags: 'night' }, async () => {
  const { stderr } = await kernelscope('run', '--no-requests', '-o', 'none.kscope', 'service.mjs');
  expect(stderr).not.toContain('Requests');
  expect(loadProfile(path.join(folder, 'none.kscope')).requests()).toEqual([]);
});
