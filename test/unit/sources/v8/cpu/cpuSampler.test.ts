import { writeFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { monotonicClock } from '../../../../../src/base/clock';
import { StackBuilder } from '../../../../../src/model/build/stackBuilder';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { CpuAttachment } from '../../../../../src/sources/v8/cpu/cpuAttachment';
import { CpuSampler } from '../../../../../src/sources/v8/cpu/cpuSampler';
import { FileMapper } from '../../../../../src/sources/v8/scripts/fileMapper';
import {
  type SourceMapper,
  identityMapper
} from '../../../../../src/sources/v8/scripts/sourceMapper';
import { compileModule } from '../../../../support/compiledModule';
import { eventually } from '../../../../support/eventually';
import { useFolder } from '../../../../support/folders';
import { SAMPLED } from '../../../../support/sampledTests';
import { spin, threadCpuNs } from '../../../../support/spin';
import { contributionContext } from '../../../../support/contributionContext';

const cells: SourceMapper = { ...identityMapper, known: file => file.startsWith('Cell') };

const attachments: CpuAttachment[] = [];

function attach(keepMs = 0): CpuAttachment {
  const attachment = new CpuAttachment({ keepMs });
  attachments.push(attachment);
  return attachment;
}

afterEach(() => {
  for (const attachment of attachments.splice(0)) attachment.dispose();
});

const folder = useFolder();

function profileRun(
  attachment: CpuAttachment,
  run: () => void,
  options: { intervalUs?: number; mapper?: SourceMapper; folder?: string } = {}
) {
  const strings = new StringTable();
  const builder = new StackBuilder();
  const defaults = { mapper: cells, folder: process.cwd(), intervalUs: 1000 };
  const sampler = new CpuSampler({ attachment, ...defaults, ...options });
  sampler.start();
  const originNs = monotonicClock();
  const beforeNs = threadCpuNs();
  run();
  const ranNs = threadCpuNs() - beforeNs;
  const endNs = monotonicClock();
  sampler.stopNow();
  const context = contributionContext({ strings, stacks: builder, originNs, endNs });
  const contribution = sampler.contribute(context);
  const tables = contribution.samples!;
  const text = strings.toArray();
  const [stacks, frames] = [builder.stacks(), builder.frames()];
  const selfNs: Record<string, number> = {};
  for (let row = 0; row < tables.samples.length; row++) {
    const stack = tables.samples.stack[row];
    const name = stack < 0 ? 'idle' : text[frames.name[stacks.frame[stack]]];
    selfNs[name] = (selfNs[name] ?? 0) + tables.samples.weight[row];
  }
  const ticks: Record<string, number> = {};
  for (let row = 0; row < tables.lineTicks.length; row++) {
    const { file, line } = tables.lineTicks;
    ticks[`${text[file[row]]}:${line[row]}`] = tables.lineTicks.ticks[row];
  }
  const waits = contribution.counters?.flatMap(({ value }) => [...value]) ?? [];
  const wallNs = Number(endNs - originNs);
  return { contribution, selfNs, ticks, wallNs, ranNs, waitedNs: sum(waits), tables };
}

describe('CpuSampler', () => {
  test('goes on without a garbage collector, and says what that does to the samples', () => {
    const attachment = new CpuAttachment({ obtainCollector: () => null });
    attachments.push(attachment);
    const { contribution, selfNs } = profileRun(attachment, () => spin(30));
    expect(Object.keys(selfNs).length).toBeGreaterThan(0);
    expect(contribution.report).toMatchObject({
      status: 'partial',
      message: expect.stringMatching(/^V8 provided no garbage collector/) as string
    });
    expect(profileRun(attachment, () => spin(5)).contribution.report.status).toBe('partial');
  });

  test('finds two functions with their shares of time on their lines', SAMPLED, () => {
    const run = runInThisContext(
      `(rounds => {
         function long(n, x = 0) {
           for (let i = 0; i < 3 * n; i++) x += Math.sqrt(i);
           return x;
         }
         function short(n, x = 0) {
           for (let i = 0; i < n; i++) x += Math.sqrt(i);
           return x;
         }
         for (let round = 0; round < rounds; round++) long(2e6) + short(2e6);
       })`,
      { filename: 'Cell [7]' }
    ) as (rounds: number) => void;
    const { selfNs, ticks, ranNs, contribution } = profileRun(attach(), () => run(20));
    const share = (name: string) => selfNs[name] / (selfNs.long + selfNs.short);
    expect(share('long')).toBeGreaterThan(0.65);
    expect(share('long')).toBeLessThan(0.85);
    expect((selfNs.long + selfNs.short) / ranNs).toBeGreaterThan(0.8);
    const onLines = ticks['Cell [7]:3'] + ticks['Cell [7]:7'];
    expect(ticks['Cell [7]:3'] / onLines).toBeGreaterThan(0.65);
    expect(ticks['Cell [7]:3'] / onLines).toBeLessThan(0.85);
    expect(onLines / sum(Object.values(ticks))).toBeGreaterThan(0.9);
    expect(contribution.report).toMatchObject({ source: 'cpuSampler', status: 'ok', message: '' });
    expect(contribution.report.records).toBeGreaterThan(50);
  });

  test(
    'leads to the TypeScript of a file by its source map, and says when it cannot',
    SAMPLED,
    () => {
      const source = `
interface Work {
  readonly rounds: number;
}

export function burn({ rounds }: Work): number {
  let x = 0;

  // Sums up.
  for (let i = 0; i < rounds; i++) x += Math.sqrt(i);
  return x;
}
`;
      type Exports = { burn(work: object): number };
      const { exports, script } = compileModule<Exports>(folder, 'burn', source, 'beside');
      const mapper = new FileMapper();
      const burn = () => {
        for (let round = 0; round < 30; round++) exports.burn({ rounds: 1e6 });
      };
      const mapped = profileRun(attach(), burn, { mapper, folder });
      expect(mapped.ticks['burn.ts:10']).toBeGreaterThan(10);
      expect(mapped.contribution.report.status).toBe('ok');
      writeFileSync(`${script}.map`, 'no map');
      const unmapped = profileRun(attach(), burn, { mapper: new FileMapper(), folder });
      expect(unmapped.ticks['burn.js:7']).toBeGreaterThan(10);
      expect(unmapped.contribution.report).toMatchObject({
        status: 'partial',
        message: 'The source map of burn.js cannot be read; lines are those of the JavaScript'
      });
    }
  );

  test('leaves its own code out of the profile', () => {
    const strings = new StringTable();
    const attachment = attach();
    const sampler = new CpuSampler({ attachment, folder: process.cwd(), intervalUs: 100 });
    const originNs = monotonicClock();
    sampler.start();
    for (let round = 0; round < 20; round++) attachment.end(attachment.begin(100));
    sampler.stopNow();
    const endNs = monotonicClock();
    const context = contributionContext({ strings, originNs, endNs });
    const { samples } = sampler.contribute(context).samples!;
    const text = strings.toArray();
    expect(samples.length).toBeGreaterThan(0);
    expect(Array.from(context.stacks.frames().file, file => text[file]).filter(isOwnFile)).toEqual(
      []
    );
  });

  test.each([
    { when: 'attaches when the recording starts', isEarly: false },
    { when: 'stays attached since before that code', isEarly: true }
  ])(
    'gives a function that was hot before the start its own ticks where it $when',
    ({ isEarly }) => {
      const attachment = attach();
      if (isEarly) {
        attachment.startsBeforeCode();
        attachment.stayAttached();
      }
      const [hot, caller] = runInThisContext(
        `[function hot(n) {
          let x = 0;
          for (let i = 0; i < n; i++) x += Math.sqrt(i) * ((i & 3) + 1);
          return x;
        },
        function caller(hot) {
          let sum = 0;
          for (let k = 0; k < 2; k++) sum += hot(3e7);
          return sum;
        }]`,
        { filename: 'Cell [8]' }
      ) as [(n: number) => number, (hot: unknown) => number];
      hot(3e7);
      const { selfNs } = profileRun(attachment, () => caller(hot));
      expect(selfNs.hot / (selfNs.hot + (selfNs.caller ?? 0))).toBeGreaterThan(0.8);
    }
  );

  test('puts samples inside the window, and with the waits for a core their weights fill it', () => {
    const { tables, wallNs, ranNs, waitedNs } = profileRun(attach(), () => spin(200));
    const { time, weight, length } = tables.samples;
    expect(time[0]).toBeGreaterThanOrEqual(0);
    expect(time[length - 1]).toBeLessThan(wallNs);
    const total = weight.reduce((sum, value) => sum + value, 0);
    expect((total + waitedNs) / ranNs).toBeGreaterThan(0.5);
    expect(total + waitedNs).toBeLessThanOrEqual(wallNs);
  });

  test('samples as often as asked', () => {
    const coarse = profileRun(attach(), () => spin(200), { intervalUs: 10_000 });
    expect(coarse.tables.samples.length).toBeGreaterThan(3);
    expect(coarse.tables.samples.length).toBeLessThan(100);
  });

  test('lets recordings overlap, each with its own samples', () => {
    const attachment = attach();
    let inner = 0;
    const outer = profileRun(attachment, () => {
      spin(40);
      inner = profileRun(attachment, () => spin(40)).tables.samples.length;
      spin(40);
    });
    expect(inner).toBeGreaterThan(5);
    expect(outer.tables.samples.length).toBeGreaterThan(1.5 * inner);
    expect(attachment.isAttached).toBe(false);
  });

  test('says when an enclosing recording decides the interval', () => {
    const attachment = attach();
    profileRun(attachment, () => {
      const { report } = profileRun(attachment, () => spin(20), { intervalUs: 500 }).contribution;
      expect(report.status).toBe('partial');
      expect(report.message).toContain('Sampled every 1000 µs instead of 500 µs');
    });
  });

  test('reports an interval it cannot use and lets the code run', () => {
    const attachment = attach();
    const sampler = new CpuSampler({ attachment, folder: '/', intervalUs: -5 });
    sampler.start();
    sampler.stopNow();
    const { report } = sampler.contribute(contributionContext({ endNs: 1n }));
    expect(report.status).toBe('failed');
    expect(report.message).toContain('Cannot sample every -5 µs');
  });
});

describe('CpuAttachment', () => {
  test('stays attached as long as it was told, and then detaches', async () => {
    const attachment = attach(60);
    attachment.end(attachment.begin());
    expect(attachment.isAttached).toBe(true);
    await eventually(() => expect(attachment.isAttached).toBe(false));
  });

  test.each([
    ['stays attached', 600_000, true],
    ['detaches in time', 60, false]
  ])('%s while it throws away what has piled up', async (_, keepMs, isAttached) => {
    const attachment = new CpuAttachment({ keepMs, renewMs: 20 });
    attachments.push(attachment);
    for (let recording = 0; recording < 2; recording++) {
      attachment.end(attachment.begin());
      expect(attachment.isAttached).toBe(true);
      await new Promise(resolve => setTimeout(resolve, 150));
      await eventually(() => expect(attachment.isAttached).toBe(isAttached));
    }
  });

  test('detaches at once on release', () => {
    const attachment = attach(10_000);
    attachment.end(attachment.begin());
    attachment.release();
    expect(attachment.isAttached).toBe(false);
  });

  test('takes the interval of the next recording when it was only kept', () => {
    const attachment = attach(10_000);
    attachment.end(attachment.begin(1000));
    const handle = attachment.begin(500);
    expect(attachment.intervalUs).toBe(500);
    attachment.end(handle);
  });

  test('refuses to end a recording twice', () => {
    const attachment = attach();
    const handle = attachment.begin();
    attachment.end(handle);
    expect(() => attachment.end(handle)).toThrow('has ended already');
  });
});

function isOwnFile(file: string): boolean {
  return file.startsWith('src/');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
