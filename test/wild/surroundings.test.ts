import { describe } from 'vitest';
import { testPrograms, type WildProgram } from './bareAndRecorded';

const TALKS = `
console.log(typeof process.send, process.connected, process.channel !== undefined);
const got = [];
process.on('message', message => {
  got.push(message);
  process.send({ echo: message });
  if (message !== 'last') return;
  console.log(JSON.stringify(got));
  process.disconnect();
});
process.on('disconnect', () => console.log('disconnected', process.connected));`;

const PROGRAMS: readonly WildProgram[] = [
  {
    title: 'writes to a descriptor that it was given',
    files: {
      'main.cjs': `const { writeSync } = require('node:fs');
      for (const descriptor of [3, 4, 7, 19]) {
        try { console.log(descriptor, writeSync(descriptor, 'to ' + descriptor)); }
        catch (error) { console.log(descriptor, error.syscall); }
      }`
    },
    args: ['main.cjs'],
    descriptors: [3, 7]
  },
  {
    title: 'is forked, and talks to what has forked it',
    files: { 'main.cjs': TALKS },
    args: ['main.cjs'],
    messages: ['first', { a: [1, null] }, 'last']
  },
  {
    title: 'has a descriptor and a channel, and leaves both open',
    files: {
      'main.cjs': `require('node:fs').writeSync(3, 'text');
      process.once('message', message => { process.send(['got', message]); process.exit(4); });`
    },
    args: ['main.cjs'],
    descriptors: [3],
    messages: ['first']
  },
  {
    title: 'writes the same output from its last run of several',
    files: { 'main.cjs': `require('node:fs').writeSync(1, 'out'); process.exitCode = 0;` },
    args: ['main.cjs'],
    options: ['--warmup', '1', '--repeat', '2']
  }
];

describe('a program that is started with more than files', () => testPrograms(PROGRAMS));
