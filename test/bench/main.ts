import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type SavedFigure, compareFigures, formatChange } from './compareRuns';
import { type RepeatedFigure, type SkippedFigure, formatFigure, isWithinTarget } from './figure';
import { type BenchNode, runSuite } from './runSuites';
import { FIGURE_NAMES, type FigureName, RUN_ONCE, TARGETS } from './targets';

/** Processes that measure each suite, unless `--processes` says otherwise. */
const PROCESSES = 5;

type NodeFigure = (RepeatedFigure | SkippedFigure) & { readonly node: string };

const isMeasured = (figure: NodeFigure): figure is RepeatedFigure & { readonly node: string } =>
  !('skipped' in figure);

interface BenchRequest {
  readonly wanted: readonly FigureName[];
  readonly nodes: readonly BenchNode[];
  readonly processes: number;
  readonly json: string | undefined;
  readonly compare: string | undefined;
}

/** @throws {Error} for options that cannot be met */
function readRequest(): BenchRequest {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      compare: { type: 'string' },
      processes: { type: 'string', default: String(PROCESSES) },
      node: { type: 'string', multiple: true, default: [process.execPath] }
    }
  });
  const prefix = positionals[0] ?? '';
  const wanted = FIGURE_NAMES.filter(name => name.startsWith(prefix));
  if (wanted.length === 0) {
    const groups = new Set(FIGURE_NAMES.map(name => name.replace(/\..*/, '')));
    throw new Error(`No figure begins with ${prefix}; they begin with ${[...groups].join(', ')}`);
  }
  const processes = Number(values.processes);
  if (!Number.isInteger(processes) || processes < 1) {
    throw new Error(`--processes must be a whole number from 1 on, got ${values.processes}`);
  }
  const { json, compare } = values;
  return { wanted, nodes: values.node.map(nodeAt), processes, json, compare };
}

function nodeAt(executable: string): BenchNode {
  const version = execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim();
  return { executable, version };
}

function toJson(figure: NodeFigure): object {
  const { unit, limit } = TARGETS[figure.name];
  if ('skipped' in figure) return { ...figure, unit, limit };
  const { median: value, ...rest } = figure;
  return { ...rest, value, unit, limit, ok: isWithinTarget(figure) };
}

/** Measures and prints the figures of one suite; none, and a failing exit code, when it crashed. */
async function measureOrReport(suite: string, request: BenchRequest): Promise<NodeFigure[]> {
  const { wanted, nodes } = request;
  const processes = RUN_ONCE.includes(suite) ? 1 : request.processes;
  try {
    const results = await runSuite(suite, nodes, processes);
    return results.flatMap(({ node: { version }, figures }) =>
      figures
        .filter(({ name }) => wanted.includes(name))
        .map(figure => ({ ...figure, node: version }))
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return [];
  }
}

/** Prints the changes since a saved run; a figure that is worse makes the exit code fail. */
function reportChanges(file: string, measured: readonly NodeFigure[]): void {
  const { figures } = JSON.parse(readFileSync(file, 'utf8')) as {
    figures: (SavedFigure | object)[];
  };
  const before = figures.filter((each): each is SavedFigure => 'values' in each);
  const after = measured.filter(isMeasured);
  const changes = compareFigures(before, after);
  console.log(`\nCompared with ${file}:`);
  for (const change of changes) console.log(formatChange(change));
  if (changes.some(({ verdict }) => verdict === 'worse')) process.exitCode = 1;
}

async function main(): Promise<void> {
  const request = readRequest();
  const { wanted, nodes, json, compare } = request;
  const measured: NodeFigure[] = [];
  for (const suite of new Set(wanted.map(name => TARGETS[name].suite))) {
    const figures = await measureOrReport(suite, request);
    for (const figure of figures) {
      console.log(formatFigure(figure, nodes.length > 1 ? figure.node : ''));
    }
    measured.push(...figures);
  }
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify({ figures: measured.map(toJson) }, null, 2)}\n`);
  }
  if (compare !== undefined) reportChanges(compare, measured);
}

void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
