import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { describe, expect, test } from 'vitest';
import { useFolder } from '../support/folders';
import { nodeVersions } from '../support/nodeVersions';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** Members with `code`: two threads, then a process, one after another; says which costs of slices the folder has after each. */
const programOf = (code: string): string => `
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { Worker } = require('node:worker_threads');
const code = ${JSON.stringify(code)};
const costs = () => {
  const files = readdirSync(process.env.TMPDIR, { recursive: true, encoding: 'utf8' });
  return files.filter(file => file.endsWith('slice.cost')).map(file => Number(readFileSync(process.env.TMPDIR + '/' + file)) > 0);
};
const told = [];
(async () => {
  for (let thread = 0; thread < 2; thread++) {
    await new Promise(resolve => new Worker(code, { eval: true }).once('exit', resolve));
    told.push(costs());
  }
  spawnSync(process.execPath, ['-e', code]);
  told.push(costs());
  console.log(JSON.stringify(told));
})();`;

/** Answers one request of its own. */
const REQUEST = `
const http = require('node:http');
const server = http.createServer((_request, response) => response.end());
server.listen(0, () => {
  http.get({ port: server.address().port, agent: false }, answer => {
    answer.resume().once('end', () => server.close());
  });
});`;

const folder = useFolder();

describe.skipIf(process.platform !== 'linux').each(nodeVersions())(
  'threads and processes of a recorded program, on $title',
  ({ executable }) => {
    const run = (name: string, code: string) => {
      const place = path.join(
        folder,
        `${name}-${path.basename(path.dirname(executable))}-${process.hrtime()[1]}`
      );
      mkdirSync(path.join(place, 'tmp'), { recursive: true });
      writeFileSync(path.join(place, 'program.cjs'), programOf(code));
      const args = [COMMAND, 'run', '-q', '-o', 'run.kscope', 'program.cjs'];
      const env = { ...process.env, TMPDIR: path.join(place, 'tmp') };
      const { stdout, stderr } = spawnSync(executable, args, { cwd: place, encoding: 'utf8', env });
      expect(stderr).toBe('');
      return { told: JSON.parse(stdout) as unknown, file: path.join(place, 'run.kscope') };
    };

    test('measure no cost of slices where they have none', () => {
      expect(run('none', 'Math.sqrt(2);').told).toEqual([[], [], []]);
    });

    test('measure it once for all at the end of the first that has some', () => {
      const { told, file } = run('some', REQUEST);
      expect(told).toEqual([[true], [true], [true]]);
      expect(loadProfile(file).data.meta.overheadNs).toBeGreaterThan(0);
    });
  }
);
