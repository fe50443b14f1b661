import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { recordedProgram } from './recordedProgram';

/**
 * Calls `worked` in line 9, and tells how long that ran and waited for a core: as the system counts it for the thread, in
 * nanoseconds.
 */
const PROGRAM = `const { readFileSync, writeFileSync } = require('node:fs');
const times = () => readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ').map(Number);
function worked(ranNs) {
  let value = 0;
  for (const [from] = times(); times()[0] - from < ranNs;) for (let i = 0; i < 1e6; i++) value += Math.sqrt(i);
  return value;
}
const before = times();
worked(400e6);
const [ranNs, queuedNs] = times().map((ns, at) => ns - before[at]);
writeFileSync('told.json', JSON.stringify({ ranNs, queuedNs }));
`;

const CALL_LINE = 9;

/** The same in a process that others stop again and again meanwhile; it also tells how long it did neither. */
const STOPPED_PROGRAM = PROGRAM.replace(
  'const before = times();',
  "const stops = 'sleep 0.1; kill -STOP $0; sleep 0.4; kill -CONT $0;'.repeat(3); " +
    "require('node:child_process').spawn('sh', ['-c', stops, process.pid], { stdio: 'ignore' }); " +
    'const before = times(), begun = performance.now();'
)
  .replace('worked(400e6)', 'worked(800e6)')
  .replace(
    '{ ranNs, queuedNs }',
    '{ ranNs, queuedNs, stoppedNs: (performance.now() - begun) * 1e6 - ranNs - queuedNs }'
  );

/** The system counts what runs by ticks of up to 10 ms. */
const TICK_NS = 10e6;

test(
  'beside busy processes, code has its CPU time, and waits for a core are told apart',
  SAMPLED,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-busy-'));
    const others = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
    );
    try {
      const profile = await recordedProgram(folder, 'busy.cjs', PROGRAM);
      const told = JSON.parse(readFileSync(path.join(folder, 'told.json'), 'utf8')) as {
        ranNs: number;
        queuedNs: number;
      };
      const line = profile.lines('busy.cjs').find(each => each.line === CALL_LINE);
      expect(Math.abs((line?.totalNs ?? 0) - told.ranNs)).toBeLessThan(0.05 * told.ranNs + TICK_NS);
      const { userNs, nativeNs, waitingNs, coreWaitNs = NaN } = profile.timeShares()!;
      expect(told.queuedNs).toBeGreaterThan(0.5 * told.ranNs);
      expect(coreWaitNs).toBeGreaterThan(0.9 * told.queuedNs - TICK_NS);
      // all that the program does besides is its own start and end
      expect(userNs + nativeNs).toBeGreaterThan(0.95 * told.ranNs - TICK_NS);
      expect(userNs + nativeNs + coreWaitNs + waitingNs).toBeLessThanOrEqual(profile.wallNs + 1);
      expect(profile.findings().map(({ kind }) => kind)).toContain('busyMachine');
      expect(profile.explain()).toContain('waiting for a core');
    } finally {
      for (const other of others) other.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  }
);

test('a process that others stop did not wait for anything meanwhile', SAMPLED, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-stopped-'));
  try {
    const profile = await recordedProgram(folder, 'stopped.cjs', STOPPED_PROGRAM);
    const { ranNs, queuedNs, stoppedNs } = JSON.parse(
      readFileSync(path.join(folder, 'told.json'), 'utf8')
    ) as { ranNs: number; queuedNs: number; stoppedNs: number };
    expect(stoppedNs).toBeGreaterThan(300e6);
    const line = profile.lines('stopped.cjs').find(each => each.line === CALL_LINE);
    expect(Math.abs((line?.totalNs ?? 0) - ranNs)).toBeLessThan(0.05 * ranNs + 3 * TICK_NS);
    const { waitingNs, coreWaitNs = NaN } = profile.timeShares()!;
    expect(coreWaitNs).toBeGreaterThan(0.9 * (queuedNs + stoppedNs) - 3 * TICK_NS);
    expect(waitingNs).toBeLessThan(0.1 * stoppedNs + TICK_NS);
    expect(profile.explain()).toContain('The process was stopped for ');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
