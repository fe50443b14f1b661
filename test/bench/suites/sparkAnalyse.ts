import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCycle } from '../../support/rankDirectories';
import { type Figure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { type RankSize, noisyRank } from '../noisyRank';
import { SessionCost } from '../sessionCost';

const COMMAND = join(__dirname, '..', '..', 'src', 'bin', 'kernelscope.cjs');

/** Where `npm test` installs Spark. */
const SPARK = join(__dirname, '..', 'spark');

const NAMES = [
  'spark.fixedCpu',
  'spark.cpu',
  'spark.memory',
  'spark.shuffle',
  'spark.profiles',
  'spark.rows'
] as const;

const BYTES_PER_MB = 1e6;
const RANKS = 64;

/** With the slice of the step itself, 1,000 in a step: 10⁵ in a directory. */
const MANY: RankSize = { steps: 100, operators: 999, names: 40 };
const LITTLE: RankSize = { steps: 2, operators: 4, names: 4 };

/** The cost of an analysis. */
interface Cost {
  readonly cpuNs: number;
  readonly peakBytes: number;
  readonly shuffleBytes: number;
  readonly rowBytes: number;
}

/** The comparison of 64 ranks of 10⁵ slices by Spark on this machine, and of 8 ranks of 10, which is what always comes. */
export async function measure(): Promise<readonly Figure[]> {
  if (!existsSync(SPARK)) {
    return NAMES.map(name => ({ name, skipped: 'Spark is not installed: npm test installs it' }));
  }
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    const { floor } = await interleave({ floor: floorCase() });
    const floorNs = median(floor);
    const little = await analyse(writeRanks(join(folder, 'little'), 8, LITTLE));
    const many = writeRanks(join(folder, 'many'), RANKS, MANY);
    const profiles = bytesBelow(many);
    const all = await analyse(many);
    const megabytes = (name: (typeof NAMES)[number], bytes: number) =>
      ({ name, value: bytes / BYTES_PER_MB, floorNs }) as const;
    return [
      millisecondFigure('spark.fixedCpu', little.cpuNs, floorNs),
      millisecondFigure('spark.cpu', all.cpuNs, floorNs),
      megabytes('spark.memory', all.peakBytes),
      megabytes('spark.shuffle', all.shuffleBytes),
      megabytes('spark.profiles', profiles),
      megabytes('spark.rows', all.rowBytes)
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeRanks(folder: string, ranks: number, size: RankSize): string {
  for (let rank = 0; rank < ranks; rank++) writeCycle(folder, noisyRank(rank, size));
  return folder;
}

async function analyse(folder: string): Promise<Cost> {
  const events = `${folder}-events`;
  mkdirSync(events);
  const log = { enabled: true, compress: false, dir: `file://${events}` };
  const conf = Object.entries(log).map(([name, value]) => `spark.eventLog.${name}=${value}`);
  const settings = conf.flatMap(setting => ['--spark-conf', setting]);
  const args = [folder, '--engine', 'spark', '--master', 'local[2]', ...settings];
  const child = spawn(process.execPath, [COMMAND, 'offline-analyse', ...args], {
    detached: true,
    env: {
      ...process.env,
      PATH: `${join(SPARK, 'bin')}:${process.env.PATH}`,
      SPARK_LOCAL_IP: '127.0.0.1'
    },
    stdio: ['ignore', 'ignore', 'inherit']
  });
  const cost = new SessionCost(child.pid ?? 0);
  const [code] = (await once(child, 'close')) as [number | null];
  cost.dispose();
  if (code !== 0) throw new Error(`offline-analyse ended with exit code ${code}`);
  const { cpuNs, peakBytes } = cost;
  const rowBytes = bytesBelow(join(folder, 'rows'));
  return { cpuNs, peakBytes, rowBytes, shuffleBytes: shuffleBytes(events) };
}

/** Bytes that tasks have written for others to read, by Spark's own log of events. */
function shuffleBytes(folder: string): number {
  const files = filesBelow(folder).filter(file => !file.endsWith('.crc'));
  const text = files.map(file => readFileSync(file, 'utf8')).join('\n');
  const written = text.matchAll(/"Shuffle Bytes Written":(\d+)/g);
  return [...written].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(file => statSync(file).isFile());

const bytesBelow = (folder: string): number =>
  filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0);
