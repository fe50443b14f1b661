import { describe } from 'vitest';
import { installed, testPrograms, type WildProgram } from './bareAndRecorded';

const required = (...words: readonly string[]): string =>
  `require(${JSON.stringify(installed(...words))})`;

const BUILDS: readonly WildProgram[] = [
  {
    title: 'bundles with webpack',
    files: {
      'main.cjs': `const webpack = ${required('webpack')};
      const output = { path: __dirname + '/out', filename: 'bundle.js' };
      webpack({ mode: 'production', context: __dirname, entry: './entry.js', output }, (error, stats) => {
        if (error) throw error;
        console.log(stats.hasErrors(), Object.keys(stats.compilation.assets).sort());
        console.log(stats.toJson().modules.map(({ name }) => name).sort());
      });`,
      'entry.js': `import { used } from './other.js'; import('./late.js').then(({ late }) => console.log(used, late));`,
      'other.js': 'export const used = 1, unused = 2;',
      'late.js': 'export const late = 3;'
    },
    args: ['main.cjs']
  },
  {
    title: 'lints style sheets, and fails',
    files: {
      '.stylelintrc.json': '{ "rules": { "color-no-invalid-hex": true } }',
      'style.css': 'a { color: #12; }\n'
    },
    args: [installed('stylelint', 'bin', 'stylelint.mjs'), 'style.css']
  }
];

const SERVERS: readonly WildProgram[] = [
  {
    title: 'talks over a WebSocket',
    files: {
      'main.cjs': `const { WebSocket, WebSocketServer } = ${required('ws')};
      const server = new WebSocketServer({ port: 0 }, () => {
        const client = new WebSocket('ws://127.0.0.1:' + server.address().port);
        let count = 0;
        client.on('open', () => client.send('0')).on('message', data => {
          if (++count < 500) client.send(String(count)); else client.close(1000, String(data));
        });
        client.on('close', (code, reason) => { console.log(code, String(reason), count); server.close(); });
      });
      server.on('connection', socket => socket.on('message', data => socket.send('echo ' + data)));`
    },
    args: ['main.cjs']
  },
  {
    title: 'keeps what belongs to a request apart',
    files: {
      'main.mjs': `import { AsyncLocalStorage } from 'node:async_hooks';
      import { setTimeout as nap } from 'node:timers/promises';
      import { createHook, executionAsyncId } from 'node:async_hooks';
      const request = new AsyncLocalStorage();
      const seen = [];
      const work = async () => { await nap(1); await Promise.resolve(); seen.push(await new Promise(done => setImmediate(() => done(request.getStore())))); };
      await Promise.all(Array.from({ length: 200 }, (_, id) => request.run(id, work)));
      console.log(seen.sort((a, b) => a - b).every((id, at) => id === at), request.getStore(), typeof executionAsyncId());
      let inits = 0;
      const hook = createHook({ init: (id, type) => { if (type === 'MINE') inits++; } }).enable();
      const { AsyncResource } = await import('node:async_hooks');
      new AsyncResource('MINE').runInAsyncScope(() => console.log('runs'));
      hook.disable();
      console.log(inits);`
    },
    args: ['main.mjs']
  }
];

const DATA: readonly WildProgram[] = [
  {
    title: 'keeps rows in a database',
    files: {
      'main.cjs': `const { Database } = ${required('node-sqlite3-wasm')};
      const database = new Database('rows.sqlite');
      database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT)');
      const insert = database.prepare('INSERT INTO rows (name) VALUES (?)');
      database.exec('BEGIN');
      for (let number = 0; number < 5000; number++) insert.run(['name ' + (number % 7)]);
      database.exec('COMMIT');
      insert.finalize();
      console.log(database.all('SELECT name, count(*) AS count FROM rows GROUP BY name'));
      try { database.exec('SELECT nothing'); } catch (error) { console.log(error.name, error.message); }
      database.close();`
    },
    args: ['main.cjs']
  },
  {
    title: 'shrinks a picture in native threads',
    files: {
      'main.cjs': `const sharp = ${required('sharp')};
      const create = { width: 600, height: 400, channels: 3, background: { r: 200, g: 100, b: 50 } };
      sharp({ create }).resize(60).png().toBuffer({ resolveWithObject: true }).then(({ data, info }) => {
        console.log(info, require('node:crypto').createHash('sha1').update(data).digest('hex'));
      });`
    },
    args: ['main.cjs']
  },
  {
    title: 'asks questions, and reads the answers line by line',
    files: {
      'main.mjs': `import { createInterface } from 'node:readline/promises';
      const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
      const answers = [];
      lines.setPrompt('next> ');
      lines.prompt();
      for await (const line of lines) { answers.push(line.toUpperCase()); lines.prompt(); }
      console.log(answers, process.stdin.isTTY, process.stdout.isTTY);`
    },
    args: ['main.mjs'],
    input: 'first\nsecond\n\nlast without an end'
  },
  {
    title: 'awaits in modules that load each other',
    files: {
      'main.mjs': `import { value } from './a.mjs';
      import data from './data.json' with { type: 'json' };
      console.log(value, data, import.meta.filename === process.argv[1], typeof require, this);
      const { default: late } = await import('./late.cjs');
      console.log(late(), import.meta.resolve('./a.mjs').endsWith('/a.mjs'));
      try { await import('./broken.mjs'); } catch (error) { console.log(error.name, error.message); }`,
      'a.mjs': `import { other } from './b.mjs'; await null; export const value = () => other(); export const mine = await Promise.resolve(5);`,
      'b.mjs': `import * as a from './a.mjs'; export const other = () => a.mine;`,
      'data.json': '{ "some": [1, 2] }',
      'late.cjs': 'module.exports = () => [require.main === undefined, module.children.length];',
      'broken.mjs': 'export const = 5;'
    },
    args: ['main.mjs']
  },
  {
    title: 'runs its tests itself, some of which fail',
    files: {
      'main.mjs': `import { run } from 'node:test';
      const seen = [];
      const events = run({ files: [new URL('./some.test.mjs', import.meta.url).pathname], concurrency: false });
      for await (const { type, data } of events) if (/pass|fail/.test(type)) seen.push(type + ' ' + data.name.replace(/.*\\//, ''));
      console.log(seen);`,
      'some.test.mjs': `import { mock, test } from 'node:test';
      import assert from 'node:assert';
      test('passes', () => assert.equal(1, 1));
      test('fails', () => assert.equal(1, 2));
      test('mocks timers', () => { mock.timers.enable({ apis: ['setTimeout'] }); let fired = 0; setTimeout(() => fired++, 1e6); mock.timers.tick(1e6); assert.equal(fired, 1); mock.timers.reset(); });`
    },
    args: ['main.mjs']
  }
];

describe('a program that builds', () => testPrograms(BUILDS));
describe('a program that serves', () => testPrograms(SERVERS));
describe('a program that works on data', () => testPrograms(DATA));
