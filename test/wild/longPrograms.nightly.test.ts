import { describe, expect } from 'vitest';
import { type RecordedRun, testPrograms, type WildProgram } from './bareAndRecorded';

const REQUESTS = 100_000;
const AWAITS = 1_000_000;
const TIMERS = 10_000;
const STREAMED = 1_000_013_824;
const IN_FLIGHT = 10_000;

/** Bytes of the heap that a recorded slice may take in the thread that records it. */
const BYTES_OF_SLICE = 400;

/** Bytes that the heap may grow by for other reasons. */
const SLACK_BYTES = 25e6;

/** The least of a counter in each third of its values: what is left after collections. */
function leastOfThirds({ profile }: RecordedRun, name: string): number[] {
  const { counters, tracks } = profile.data;
  const main = counters.find(each => each.name === name && tracks[each.track].kind !== 'worker');
  const values = [...(main?.value ?? [])];
  const third = Math.floor(values.length / 3);
  expect(third).toBeGreaterThan(3);
  return [0, 1, 2].map(at => Math.min(...values.slice(at * third, (at + 1) * third)));
}

/** That the heap of a recorded program grows by what `slices` of it take, and no more. */
function expectFlat(ran: RecordedRun, slices: number): void {
  const [, middle, last] = leastOfThirds(ran, 'Memory: node/heap');
  expect(last - middle).toBeLessThan(SLACK_BYTES + slices * BYTES_OF_SLICE);
}

/** That nothing at all was dropped. */
function expectWhole({ profile }: RecordedRun): void {
  const none = { slices: 0, instants: 0, counterValues: 0, args: 0, flows: 0 };
  expect(profile.data.meta.dropped).toEqual(none);
}

const countOf = ({ profile }: RecordedRun, name: string): number =>
  profile.find(name, 'range')?.count ?? 0;

const requestsOf = ({ profile }: RecordedRun, kind: string): number =>
  profile
    .requests()
    .filter(({ category }) => category === kind)
    .reduce((sum, { count }) => sum + count, 0);

const PROGRAMS: readonly WildProgram[] = [
  {
    title: `answers ${REQUESTS} requests`,
    files: {
      'main.cjs': `const http = require('node:http');
      const server = http.createServer((request, response) => {
        let length = 0;
        request.on('data', chunk => (length += chunk.length)).on('end', () => response.end(request.url + ' ' + length));
      });
      const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
      const ask = number => new Promise((resolve, reject) => {
        const method = number % 3 === 0 ? 'POST' : 'GET';
        const request = http.request({ agent, port: server.address().port, path: '/item/' + (number % 50), method }, response => {
          let text = '';
          response.setEncoding('utf8').on('data', part => (text += part)).on('end', () => resolve(text));
        });
        request.on('error', reject).end(method === 'POST' ? 'body' : undefined);
      });
      server.listen(0, '127.0.0.1', async () => {
        let [next, letters] = [0, 0];
        const work = async () => { while (next < ${REQUESTS}) letters += (await ask(next++)).length; };
        await Promise.all(Array.from({ length: 20 }, work));
        console.log(next, letters);
        agent.destroy();
        server.close();
      });`
    },
    args: ['main.cjs'],
    expects: ran => {
      expectWhole(ran);
      expect(requestsOf(ran, 'http.server')).toBe(REQUESTS);
      expect(requestsOf(ran, 'http.client')).toBe(REQUESTS);
      expectFlat(ran, 2 * REQUESTS);
    }
  },
  {
    title: `awaits ${AWAITS} times`,
    files: {
      'main.mjs': `const step = async number => { await null; return number; };
      let sum = 0;
      for (let number = 0; number < ${AWAITS}; number++) sum += await step(number);
      console.log(sum);`
    },
    args: ['main.mjs'],
    options: ['--async'],
    expects: ran => {
      expectWhole(ran);
      expectFlat(ran, 0);
    }
  },
  {
    title: `sets ${TIMERS} timers, one after another and all at once`,
    files: {
      'main.mjs': `import { setTimeout as nap } from 'node:timers/promises';
      for (let number = 0; number < ${TIMERS}; number++) await nap(1);
      let fired = 0;
      await new Promise(done => {
        for (let number = 0; number < ${TIMERS}; number++) setTimeout(() => { if (++fired === ${TIMERS}) done(); }, number % 3000);
      });
      console.log(fired);`
    },
    args: ['main.mjs'],
    expects: ran => {
      expectWhole(ran);
      expectFlat(ran, 0);
    }
  },
  {
    title: `pipes ${STREAMED} bytes through streams`,
    files: {
      'main.mjs': `import { createHash } from 'node:crypto';
      import { Readable, Transform, Writable } from 'node:stream';
      import { pipeline } from 'node:stream/promises';
      const chunk = Buffer.alloc(65536, 'abcdefghij');
      let [given, taken] = [0, 0];
      const source = new Readable({ read() { if (given >= 1e9) return this.push(null); given += chunk.length; this.push(Buffer.from(chunk)); } });
      const hash = createHash('sha1');
      const through = new Transform({ transform(part, _, done) { hash.update(part); done(null, part); } });
      const sink = new Writable({ write(part, _, done) { taken += part.length; done(); } });
      await pipeline(source, through, sink);
      console.log(given, taken, hash.digest('hex'));`
    },
    args: ['main.mjs'],
    expects: ran => {
      expect(ran.out).toContain(`${STREAMED} ${STREAMED} `);
      expectWhole(ran);
      expectFlat(ran, 0);
    }
  },
  {
    title: `has ${IN_FLIGHT} ranges and as many others in them in flight`,
    files: {
      'main.mjs': `import { range } from 'kernelscope';
      import { setTimeout as nap } from 'node:timers/promises';
      const task = number => range('outer', async () => { await nap(number % 100); await range('inner', () => nap(1)); await nap(5); });
      await Promise.all(Array.from({ length: ${IN_FLIGHT} }, (_, number) => task(number)));
      console.log('done');`,
      'node_modules/kernelscope/package.json': '{ "name": "kernelscope", "main": "index.js" }',
      'node_modules/kernelscope/index.js': 'exports.range = (_, work) => work();'
    },
    args: ['main.mjs'],
    expects: ran => {
      expectWhole(ran);
      expect([countOf(ran, 'outer'), countOf(ran, 'inner')]).toEqual([IN_FLIGHT, IN_FLIGHT]);
    }
  }
];

describe('a program that runs for long', () => testPrograms(PROGRAMS));
