import { KernelClient } from '../bridge/kernelClient';
import { runCell } from '../bridge/runCell';

/** What a profile says of the lines of a cell. */
export interface MeasuredCell {
  /** Share of the time within the spinning function by line, from 1; of lines that have one. */
  readonly totals: Readonly<Record<number, number>>;
}

/** The measured cells of a batch. */
export interface MeasuredBatch {
  readonly cells: readonly MeasuredCell[];
  /** CPU time by number of the call, as it measured itself; in no certain unit. */
  readonly spent: readonly number[];
}

/** `spin(site, ms)` takes so much CPU time, and notes how much it took. */
const SPIN_CELL = `import { profile } from 'kernelscope';
const spent: number[] = [];
const usage: typeof process.cpuUsage = (process as any).threadCpuUsage ?? process.cpuUsage;
function spin(site: number | readonly [number, number], ms = 0): number {
  const [key, wanted] = typeof site === 'number' ? [site, ms] : site;
  const before = usage.call(process);
  let value = 0;
  for (;;) {
    for (let i = 0; i < 2000; i++) value += Math.sqrt(i);
    const { user, system } = usage.call(process, before);
    if (user + system < wanted * 1000) continue;
    spent[key] = (spent[key] ?? 0) + user + system;
    return value > 0 ? 1 : 0;
  }
}`;

/** A sample within the function is on one of its lines: their totals add up to its time. */
const readLast = (count: number) => `{
  const cells = profile.list().slice(-${count}).map(one => {
    const spinNs = one.lines('Cell [1]').reduce((sum, { totalNs }) => sum + (totalNs ?? 0), 0);
    const totals: Record<number, number> = {};
    for (const { line, totalNs } of one.lines()) totals[line - 1] = (totalNs ?? 0) / spinNs;
    return { totals };
  });
  console.log(JSON.stringify({ cells, spent: Array.from(spent, us => us ?? 0) }));
  spent.length = 0;
}`;

/** A kernel with a function that takes its time. */
export class SpinningKernel {
  private constructor(private readonly client: KernelClient) {}

  static async start(): Promise<SpinningKernel> {
    const client = await KernelClient.start();
    await runCell(client, SPIN_CELL);
    return new SpinningKernel(client);
  }

  /** Profiles cells, at most 10; lines are those of their code. */
  async measure(codes: readonly string[]): Promise<MeasuredBatch> {
    for (const code of codes) await runCell(this.client, `%%profile -q --cpu=200\n${code}`);
    return JSON.parse(await runCell(this.client, readLast(codes.length))) as MeasuredBatch;
  }

  async dispose(): Promise<void> {
    await this.client.dispose();
  }
}
