import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { NS_PER_MS } from '../../../src/base/time';
import { type Figure, millisecondFigure } from '../figure';
import { growthPlot } from '../growth/growthPlot';
import { type SizeCost, growthOf, printGrowth } from '../growth/sizeCost';
import { floorCase, interleave, median } from '../harness';
import { analyseRanks, writeRanks } from '../offlineRanks';
import { type FigureName, TARGETS } from '../targets';

const RANKS = [8, 64, 512, 4096];

/** 10⁴ slices of a rank. */
const SIZE = { steps: 100, slices: 100 };

/** Room that profiles, rows and temporary files of the most ranks take, with some to spare. */
const LEAST_FREE_BYTES = 2e9;

const NAMES: readonly FigureName[] = [
  'offline.growth',
  'offline.growthMemory',
  'offline.ranksCpu',
  'offline.ranksMemory'
];

const BYTES_PER_MB = 1e6;
const MS_PER_S = 1000;

/** One folder grows; the rows of the ranks before are read again. */
async function costsIn(folder: string): Promise<readonly SizeCost[]> {
  const costs: SizeCost[] = [];
  let written = 0;
  for (const size of RANKS) {
    writeRanks(folder, SIZE, [written, size]);
    written = size;
    const { cpuNs, peakBytes } = await analyseRanks(folder, size, 'tables');
    costs.push({ size, cpuMs: cpuNs / NS_PER_MS, bytes: peakBytes });
  }
  return costs;
}

function writePlot(costs: readonly SizeCost[]): string {
  const file = join(__dirname, 'offline-growth.svg');
  const panels = [
    { title: 'CPU time, s', values: costs.map(({ cpuMs }) => cpuMs / MS_PER_S), limit: null },
    {
      title: 'Peak memory, MB',
      values: costs.map(({ bytes }) => bytes / BYTES_PER_MB),
      limit: TARGETS['offline.ranksMemory'].limit
    }
  ];
  writeFileSync(file, growthPlot('ranks', RANKS, panels));
  return relative(process.cwd(), file);
}

function missing(): string | null {
  if (!existsSync('/proc/self/status')) return 'the system has no /proc';
  const { bavail, bsize } = statfsSync(tmpdir());
  return bavail * bsize < LEAST_FREE_BYTES ? `${tmpdir()} has less than 2 GB free` : null;
}

/** How CPU time and memory of comparing ranks grow with their number. Prints a table, and writes a plot. */
export async function measure(): Promise<readonly Figure[]> {
  const skipped = missing();
  if (skipped !== null) return NAMES.map(name => ({ name, skipped }));
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    const costs = await costsIn(folder);
    printGrowth('Tables of ranks of 10,000 slices each', 'ranks', costs);
    console.log(`Plotted in ${writePlot(costs)}`);
    const { cpu, memory } = growthOf(costs);
    const { cpuMs, bytes } = costs[costs.length - 1];
    return [
      { name: 'offline.growth', value: cpu, floorNs },
      { name: 'offline.growthMemory', value: memory, floorNs },
      millisecondFigure('offline.ranksCpu', cpuMs * NS_PER_MS, floorNs),
      { name: 'offline.ranksMemory', value: bytes / BYTES_PER_MB, floorNs }
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
