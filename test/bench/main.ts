import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Figure } from './figure';
import { formatFigure, isWithinTarget } from './figure';
import type { FigureName } from './targets';
import { FIGURE_NAMES, TARGETS } from './targets';

/** Runs one suite in a process of its own, so that no suite warms or spoils another's code. */
async function runSuite(suite: string): Promise<readonly Figure[]> {
  const file = path.join(__dirname, `${suite}.js`);
  const child = fork(path.join(__dirname, 'suiteProcess.js'), [file], {
    execArgv: ['--expose-gc'],
    serialization: 'advanced'
  });
  let figures: readonly Figure[] | null = null;
  child.on('message', message => {
    figures = message as readonly Figure[];
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || !figures) throw new Error(`The suite ${suite} failed`);
  return figures;
}

function toJson(figure: Figure): object {
  const { unit, limit } = TARGETS[figure.name];
  const verdict = 'skipped' in figure ? {} : { ok: isWithinTarget(figure) };
  return { ...figure, unit, limit, ...verdict };
}

/** The figures of a suite; none, and a failing exit code, when it crashed. */
async function measureOrReport(suite: string): Promise<readonly Figure[]> {
  try {
    return await runSuite(suite);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return [];
  }
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' } }
  });
  const prefix = positionals[0] ?? '';
  const isWanted = (name: FigureName): boolean => name.startsWith(prefix);
  const wanted = FIGURE_NAMES.filter(isWanted);
  if (wanted.length === 0) throw new Error(`No figure begins with ${prefix}`);
  const measured: Figure[] = [];
  for (const suite of new Set(wanted.map(name => TARGETS[name].suite))) {
    const figures = (await measureOrReport(suite)).filter(({ name }) => isWanted(name));
    for (const figure of figures) console.log(formatFigure(figure));
    measured.push(...figures);
  }
  if (values.json === undefined) return;
  const report = { node: process.version, figures: measured.map(toJson) };
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
