import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { expect, test } from 'vitest';
import { listeningPorts, startTarget } from '../support/attachTarget';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

const folder = useFolder();

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the recording early: the profile is kept, and the process goes on without a port',
  async signal => {
    writeFileSync(
      path.join(folder, 'steady.cjs'),
      `function spin(ms) { const end = Date.now() + ms; while (Date.now() < end); }
      setInterval(() => spin(20), 25);
      console.log('on');`
    );
    const { pid, child } = await startTarget(['steady.cjs'], folder);
    try {
      const output = path.join(folder, `${signal}.kscope`);
      const args = ['attach', String(pid), '--duration', '600', '-o', output];
      const command = spawn(process.execPath, [COMMAND, ...args], { cwd: folder });
      let [out, err] = ['', ''];
      command.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
      command.stderr.on('data', (bytes: Buffer) => {
        err += bytes.toString();
        if (!err.includes('Recording process')) return;
        setTimeout(() => command.kill(signal), 500);
      });
      const [code] = (await once(command, 'close')) as [number | null];
      expect({ code, err }).toEqual({
        code: 0,
        err: expect.stringMatching(/Wrote .*\n$/) as unknown
      });
      expect(out).toContain('Time by Package');
      expect(loadProfile(output).data.samples.length).toBeGreaterThan(0);
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^State:\s+[RS]/m);
      expect(listeningPorts(pid)).toEqual([]);
    } finally {
      child.kill('SIGKILL');
    }
  }
);
