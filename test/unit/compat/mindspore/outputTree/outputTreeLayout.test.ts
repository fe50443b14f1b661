import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Cycle, CycleLayout } from '../../../../../src/engine/sessions/cycleLayout';
import { loadProfile } from '../../../../../src/engine/results/loadProfile';
import { analyseDirectory } from '../../../../../src/compat/mindspore/outputTree/analyseDirectory';
import {
  outputTreeLayout,
  treeName
} from '../../../../../src/compat/mindspore/outputTree/outputTreeLayout';
import type { Recording } from '../../../../../src/engine/recording/recording';
import { bundleDumpWorker } from '../../../../support/bundleFile';
import { bundleProgram } from '../../../../support/rankProcesses';
import { BARE, useTestSessions } from '../../../../support/testSessions';
import { sampleOf } from '../../../../support/tiers';

const test = useTestSessions();

const BARE_RECORDING = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false };

interface MadeLayout {
  readonly layout: CycleLayout;
  readonly warnings: string[];
}

/** Bundles the thread that writes into the folder `program`. */
function bundleWorker(): string {
  return bundleDumpWorker(test().file('program'));
}

function makeLayout(outputPath: string, shortCycleMs?: number): MadeLayout {
  const { host } = test();
  const warnings: string[] = [];
  host.configure({ dumpWorkerFile: bundleWorker() });
  const warn = (text: string): void => void warnings.push(text);
  const options = { host, outputPath, warn, periodMs: 20, shortCycleMs };
  return { layout: outputTreeLayout(options), warnings };
}

function record(layout: CycleLayout): { readonly recording: Recording; readonly cycle: Cycle } {
  const recording = test().host.start(BARE_RECORDING);
  return { recording, cycle: layout.begin(recording) };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries === 2000) throw new Error('it did not come true in 20 s');
    await sleep(10);
  }
}

const rawFile = (directory: string): string => path.join(directory, 'profile.kscope');

describe('treeName', () => {
  it('has the host, the process and the local time to the millisecond', () => {
    const startedAtMs = new Date(2026, 0, 2, 3, 4, 5, 6).getTime();
    expect(treeName({ host: 'node-1.local', pid: 77, startedAtMs })).toBe(
      'node-1.local_77_20260102030405006_kscope'
    );
  });

  it.each([
    ['../a/b\\c:d', '__a_b_c_d'],
    ['', 'host'],
    ['..', '_'],
    ['größe', 'gr__e'],
    ['x'.repeat(300), 'x'.repeat(100)]
  ])('makes a name of a file of the host %j', (host, name) => {
    const stamped = treeName({ host, pid: 1, startedAtMs: 0 });
    expect(stamped.slice(0, stamped.indexOf('_1_'))).toBe(name);
  });
});

describe('outputTreeLayout', () => {
  it('saves each cycle in a directory of its own', () => {
    const out = test().file('out');
    const { layout, warnings } = makeLayout(out);
    const cycles = ['first', 'second'].map(name => {
      const { recording, cycle } = record(layout);
      test().range(name, () => undefined);
      expect(readdirSync(out)).toContain(path.basename(cycle.path));
      cycle.save(recording.stop(), new Map([['lr', '{"a":[1,0.10]}']]));
      return cycle;
    });
    layout.close();
    expect(new Set(cycles.map(({ path: directory }) => directory)).size).toBe(2);
    for (const [at, { path: directory }] of cycles.entries()) {
      expect(path.basename(directory)).toMatch(/^[\w.-]+_\d+_\d{17}_kscope$/);
      expect(readdirSync(directory).sort()).toEqual(['profile.kscope', 'profiler_metadata.json']);
      const { data } = loadProfile(rawFile(directory));
      expect(data.meta).toMatchObject({ status: 'complete', truncated: false, pid: process.pid });
      expect(data.strings).toContain(['first', 'second'][at]);
      expect(readFileSync(path.join(directory, 'profiler_metadata.json'), 'utf8')).toBe(
        '{\n    "lr": {\n        "a": [\n            1,\n            0.10\n        ]\n    }\n}'
      );
    }
    expect(warnings).toEqual([]);
  });

  it('gives cycles of one millisecond directories of their own', () => {
    const { layout } = makeLayout(test().file('out'));
    const cycles = Array.from({ length: 5 }, () => record(layout));
    expect(new Set(cycles.map(({ cycle }) => cycle.path)).size).toBe(5);
    for (const { cycle, recording } of cycles) {
      recording.abandon();
      cycle.drop();
    }
  });

  it('keeps the file up to date while the cycle goes on, marked as recovered', async () => {
    const { layout, warnings } = makeLayout(test().file('out'));
    const { recording, cycle } = record(layout);
    test().range('work', () => undefined);
    const names = (): readonly string[] =>
      existsSync(rawFile(cycle.path)) ? loadProfile(rawFile(cycle.path)).data.strings : [];
    await until(() => names().includes('work'));
    expect(loadProfile(rawFile(cycle.path)).data.meta.status).toBe('recovered');
    cycle.save(recording.stop(), new Map());
    expect(loadProfile(rawFile(cycle.path)).data.meta.status).toBe('complete');
    expect(warnings).toEqual([]);
  });

  it('starts no thread for a cycle after a short one unless it lasts', async () => {
    const { layout } = makeLayout(test().file('out'), 5000);
    const first = record(layout);
    first.cycle.save(first.recording.stop(), new Map());
    const second = record(layout);
    await sleep(100);
    expect(readdirSync(second.cycle.path)).toEqual([]);
    await until(() => existsSync(rawFile(second.cycle.path)));
    second.cycle.save(second.recording.stop(), new Map());
  });

  it('leaves nothing of a dropped cycle, nor of folders made for it', async () => {
    const out = test().file(path.join('a', 'b'));
    const { layout } = makeLayout(out);
    const { recording, cycle } = record(layout);
    await until(() => existsSync(rawFile(cycle.path)));
    recording.abandon();
    cycle.drop();
    cycle.drop();
    expect(existsSync(test().file('a'))).toBe(false);
  });

  it('keeps what else is in the output folder when a cycle is dropped', () => {
    const out = test().file('out');
    mkdirSync(out);
    writeFileSync(path.join(out, 'mine.txt'), 'mine');
    const { layout } = makeLayout(out);
    const { recording, cycle } = record(layout);
    recording.abandon();
    cycle.drop();
    expect(readdirSync(out)).toEqual(['mine.txt']);
  });

  it('warns once of a path that cannot be, and records on', () => {
    const blocked = test().file('file');
    writeFileSync(blocked, 'precious');
    const { layout, warnings } = makeLayout(path.join(blocked, 'out'));
    const { recording, cycle } = record(layout);
    test().range('work', () => undefined);
    const profile = recording.stop();
    expect(cycle.save(profile, new Map())).toBe(false);
    expect(profile.data.strings).toContain('work');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`Cannot make the directory ${cycle.path}: ENOTDIR`);
    expect(readFileSync(blocked, 'utf8')).toBe('precious');
  });

  it('writes at the end what could not be written at the begin', () => {
    const out = test().file('out');
    writeFileSync(out, 'in the way');
    const { layout, warnings } = makeLayout(out);
    const { recording, cycle } = record(layout);
    expect(warnings).toHaveLength(1);
    rmSync(out);
    expect(cycle.save(recording.stop(), new Map())).toBe(true);
    expect(loadProfile(rawFile(cycle.path)).data.meta.status).toBe('complete');
    expect(warnings).toHaveLength(1);
  });

  it('saves the other file where one cannot be written', () => {
    const { layout, warnings } = makeLayout(test().file('out'), 60_000);
    const short = record(layout);
    short.cycle.save(short.recording.stop(), new Map());
    const { recording, cycle } = record(layout);
    mkdirSync(path.join(rawFile(cycle.path), 'in the way'), { recursive: true });
    cycle.save(recording.stop(), new Map([['k', '"v"']]));
    expect(warnings).toEqual([
      `Cannot write ${rawFile(cycle.path)}: it is a folder. Name a file in it.`
    ]);
    expect(existsSync(path.join(cycle.path, 'profiler_metadata.json'))).toBe(true);
  });

  it('tells the rank of a process in its profile', () => {
    const before = process.env.RANK;
    process.env.RANK = '3';
    try {
      const session = test().profile(BARE);
      session.stop();
      expect(session.profile.meta.options.rank).toBe('3');
    } finally {
      if (before === undefined) delete process.env.RANK;
      else process.env.RANK = before;
    }
  });
});

describe('a process that is killed in mid-cycle', () => {
  it.each(sampleOf(['busy', 'waiting'], 2))(
    'leaves what it recorded while it was %s',
    async work => {
      bundleWorker();
      const program = bundleProgram('treeProgram.ts', test().file('program'));
      const out = test().file('out');
      const child = spawn(process.execPath, [program, out, work], { stdio: 'pipe' });
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const directory = line.toString().trim();
      const steps = (): number => {
        if (!existsSync(rawFile(directory))) return 0;
        return loadProfile(rawFile(directory)).data.slices.length;
      };
      await until(() => steps() > (work === 'busy' ? 1500 : 20));
      child.kill('SIGKILL');
      await once(child, 'exit');
      const analysed = analyseDirectory(directory, {
        ...{ pretty: false, stepList: [2, 3], dataSimplification: false }
      });
      expect(analysed.steps).toEqual([2, 3]);
      expect(analysed.slices).toBe(4);
      expect(analysed.notes).toEqual([
        expect.stringContaining(`${rawFile(directory)} was not completed`)
      ]);
    }
  );
});

describe('a full disk', () => {
  it('costs the files that do not fit, and nothing else', () => {
    bundleWorker();
    const program = bundleProgram('treeProgram.ts', test().file('program'));
    const command = `trap '' XFSZ; ulimit -f 40; exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, program, test().file('out'), 'full'];
    const lines = execFileSync('sh', args, { encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
    const [directory, result] = lines.trim().split('\n');
    const { warnings, slices } = JSON.parse(result) as { warnings: string[]; slices: number };
    expect(slices).toBe(10_000);
    expect(warnings.at(-1)).toMatch(
      /^Cannot write .*profile\.kscope: EFBIG.* Make room on the disk/
    );
    expect(readdirSync(directory)).toContain('profiler_metadata.json');
    expect(readdirSync(directory).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });
});
