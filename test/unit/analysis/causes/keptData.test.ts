import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../src/analysis/causes/site';
import { causeOf } from '../../../support/causeOf';

it.each([
  [
    'in a transform',
    'this.pending = Buffer.concat([this.pending, chunk]); // here',
    'chunksJoined'
  ],
  ['of a variable outside', 'all = Buffer.concat([all, chunk]); // here', 'chunksJoined'],
  [
    'in a loop',
    'let own = Buffer.alloc(0);\nfor (const each of chunk)\n  own = Buffer.concat([own, each]); // here',
    'chunksJoined'
  ],
  ['of one function', 'let own = head;\nown = Buffer.concat([own, chunk]); // here', null],
  ['once, at the end', 'this.whole = Buffer.concat(this.chunks); // here', null],
  ['of others', 'this.last = Buffer.concat([chunk, tail]); // here', null],
  ['of other arrays', 'all = list.concat([all, chunk]); // here', null]
])('joins chunks %s', (_what, line, cause) => {
  expect(
    causeOf(`let all = Buffer.alloc(0);\nclass Framer {\n_transform(chunk) {\n${line}\n}\n}`)
  ).toBe(cause);
});

it.each([
  ['for (const file of files)\n  execFileSync("wc", [file]); // here', 'processInLoop'],
  ['for (const file of files)\n  lines += execSync(`wc ${file}`).length; // here', 'processInLoop'],
  ['files.map(file =>\n  spawnSync("wc", [file]).stdout); // here', 'processInLoop'],
  ['const all = spawnSync("wc", files); // here', null],
  ['for (const file of files)\n  await execFile("wc", [file]); // here', 'sequentialAwaits']
])('waits for processes: %s', (code, cause) => {
  expect(causeOf(`const files = read();\n${code}`, { costs: 'waiting', waits: 20 })).toBe(cause);
});

describe('memory of buffers that was kept', () => {
  const causeAt = (line: string): string | null =>
    causeOf(
      `const seen = [];\nconst all = new Map();\nconst last = {};\nfunction answer(request) {\nconst digest = hash.digest('hex');\n${line} // here\n}`,
      { costs: 'memory', isForRequests: true, isOfBuffers: true }
    );

  it.each([
    ['seen.push(digest);', null],
    ['seen.push(request.url.toLowerCase(), 7);', null],
    ['all.set(request.url.trim(), `${digest}`);', null],
    ['last[digest] = 3;', null],
    ['seen.push(request.body);', 'keptForRequests'],
    ['seen.push(hash.digest());', 'keptForRequests'],
    ['all.set(digest, await request.arrayBuffer());', 'keptForRequests'],
    ['last[digest] = Buffer.from(request.body);', 'keptForRequests']
  ])('is not that of strings and numbers: %s', (line, cause) => {
    expect(causeAt(line)).toBe(cause);
  });
});

describe('memory that was kept', () => {
  const CODE = `const all = new Map();
const list = [];
const byName = {};
function answer(request, response) {
  const own = [];
  HERE
  response.end();
}
for (const row of rows) sink.write(row);`;
  const causeAt = (line: string, evidence: Partial<Evidence> = {}): string | null =>
    causeOf(CODE.replace('HERE', `${line} // here`), {
      ...{ costs: 'memory', isForRequests: true },
      ...evidence
    });

  it.each([
    ['all.set(request.url, own);', 'keptForRequests'],
    ['list.push(request);', 'keptForRequests'],
    ['byName[request.url] = own;', 'keptForRequests'],
    ['this.seen.add(request);', 'keptForRequests'],
    ["bus.on('price', value => own.push(value));", 'listenersForRequests'],
    ["process.addListener('exit', () => response.end());", 'listenersForRequests'],
    ['store.subscribe(() => response.end());', 'listenersForRequests'],
    ['for (const row of rows) request.socket.write(row);', 'writeWithoutDrain'],
    ['own.push(request);', null],
    ["request.on('data', chunk => own.push(chunk));", null],
    ["app.get('/x', check, answer);", null],
    ['all.set(request.url, own); if (all.size > 99) all.clear();', null],
    ['list.push(own); list.length = Math.min(list.length, 9);', null],
    ['byName[request.url] = own; delete byName[last];', null],
    ["bus.on('price', put); response.on('close', () => bus.off('price', put));", null],
    ['if (!request.socket.write(own)) return;', null],
    ["for (const row of rows) if (!sink.write(row)) await once(sink, 'drain');", null]
  ])('%s', (line, cause) => {
    expect(causeAt(line)).toBe(cause);
    expect(causeAt(line, { costs: 'cpu' })).toBeNull();
    const isOfLoop = cause === 'writeWithoutDrain';
    expect(causeAt(line, { isForRequests: false })).toBe(isOfLoop ? cause : null);
  });
});
