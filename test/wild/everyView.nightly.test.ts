import { describe, expect } from 'vitest';
import { testPrograms, type WildProgram } from './bareAndRecorded';

const PROGRAMS: readonly WildProgram[] = [
  {
    title: 'leaves a profile that opens in every view and comes back from every format',
    files: {
      'main.mjs': `import { spawnSync } from 'node:child_process';
      import { once } from 'node:events';
      import { createServer } from 'node:http';
      import { Worker } from 'node:worker_threads';
      const kept = [];
      const busy = until => { while (performance.now() < until) kept.push({ text: 'x'.repeat(50) }); kept.length = 0; };
      const server = createServer((request, response) => { busy(performance.now() + 5); response.end(request.url); });
      server.listen(0);
      await once(server, 'listening');
      for (let number = 0; number < 20; number++) {
        const answer = await fetch(\`http://localhost:\${server.address().port}/item/\${number}\`);
        console.log(await answer.text());
      }
      server.close();
      server.closeAllConnections();
      const code = 'for (const until = performance.now() + 100; performance.now() < until;);';
      await once(new Worker(code, { eval: true }), 'exit');
      console.log(spawnSync(process.execPath, ['-e', code]).status);`
    },
    args: ['main.mjs'],
    options: ['--allocations', '--async', '--deopts'],
    hasViews: true,
    expects: ({ profile }) => {
      const { samples, slices, heapSamples, counters } = profile.data;
      for (const part of [samples, slices, heapSamples, counters]) {
        expect(part.length).toBeGreaterThan(0);
      }
      expect(new Set(samples.track).size).toBe(3);
      expect(profile.requests().map(({ count }) => count)).toEqual([20, 20]);
    }
  }
];

describe('a program with threads, processes and requests', () => testPrograms(PROGRAMS));
