import path from 'node:path';
import { loadBundle } from '../native/keptCode';
import type * as commandLine from './main';

/** The names of commands, and what might be one: each has its code kept apart. */
const COMMAND = /^[a-z][a-z-]{1,15}$/;

const [, , command = ''] = process.argv;
const loaded = loadBundle(
  path.join(__dirname, 'commandLine.js'),
  COMMAND.test(command) ? command : 'help'
);
void (loaded.exports as typeof commandLine).main().then(() => {
  if (process.exitCode === 0) loaded.keep();
});
