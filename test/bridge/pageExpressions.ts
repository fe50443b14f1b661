import path from 'node:path';
import typescript from 'typescript';
import * as kernelscope from '../../src/index';
import { type NameRow, UPSTREAMS, type Upstream, nameRows } from '../support/migrationPages';
import { KERNEL_FOLDER } from './kernelProcess';

const TYPES = path.join(KERNEL_FOLDER, 'types');

/** The variables that pages speak of, by their types. */
const COMMON = {
  worker: "import('node:worker_threads').Worker",
  fn: '() => Promise<void>',
  trainStep: '(data: number) => number',
  session: 'all.ProfileSession',
  events: 'all.EventList',
  event: 'all.FunctionEvent',
  average: 'all.FunctionEventAvg',
  interval: 'all.Interval',
  step: 'all.TracedFunction<[number], number>',
  steps: 'all.ScheduleFunction'
};

const OBJECTS = {
  domain: 'InstanceType<typeof all.Domain>',
  task: 'InstanceType<typeof all.Task>',
  counter: 'InstanceType<typeof all.Counter>',
  marker: 'InstanceType<typeof all.Marker>'
};

/** What stands for other things on some pages than the export of that name. */
const OWN: Readonly<Record<Upstream, Readonly<Record<string, string>>>> = {
  MXNet: OBJECTS,
  PyTorch: {},
  MindSpore: { profiler: 'InstanceType<typeof all.Profiler>' },
  MegEngine: { profiler: 'InstanceType<typeof all.Profiler>' }
};

/** The calls that tables of options are about, by their heading. */
const CALLS: Readonly<Record<string, (options: string) => string>> = {
  'Options of set_config': options => `profiler.setConfig(${options})`,
  'Options of dumps': options => `profiler.dumps(${options})`,
  'Options of profile': options => `profile(${options})`,
  'Options of table': options => `session.table(${options})`,
  Options: options => `new Profiler(${options})`,
  'Options of analyse': options => `profiler.analyse(${options})`,
  'The profiler': options => `new Profiler(${options})`,
  profile_analyze: options => `analyze('profiling.json', ${options})`
};

/** The expressions of a row, of which a member such as `.name` is one of what stood before. */
function expressionsOf({ heading, ours, usual }: NameRow): readonly string[] {
  const call = CALLS[heading];
  let receiver = '';
  return ours.map(code => {
    if (usual !== null) return call(`{ ${code}: undefined }`);
    if (code.startsWith('{')) return call(code);
    if (code.startsWith('.')) return `${receiver}${code}`;
    [receiver] = /^(?:await )?\w+/.exec(code) ?? [''];
    return code;
  });
}

/** A module of the expressions of a page, one on each line after what declares its variables. */
function moduleOf(upstream: Upstream): string {
  const variables = { ...COMMON, ...OWN[upstream] };
  const imported = Object.keys(kernelscope).filter(name => !Object.hasOwn(variables, name));
  return [
    "import type * as all from 'kernelscope';",
    `import { ${imported.join(', ')} } from 'kernelscope';`,
    ...Object.entries(variables).map(([name, type]) => `declare const ${name}: ${type};`),
    ...nameRows(upstream)
      .flatMap(expressionsOf)
      .map(code => `(${code});`)
  ].join('\n');
}

const OPTIONS: typescript.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: typescript.ScriptTarget.ESNext,
  lib: ['lib.es2023.d.ts'],
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Bundler,
  paths: { kernelscope: [path.join(TYPES, 'kernelscope', 'index.d.ts')] },
  typeRoots: [path.join(TYPES, 'node20')],
  types: ['node']
};

/** The errors of TypeScript in the expressions of each page, each with the expression. */
export function expressionErrors(): Readonly<Record<Upstream, readonly string[]>> {
  const pages = new Map(UPSTREAMS.map(upstream => [`/${upstream}.mts`, parsed(upstream)]));
  const host = typescript.createCompilerHost(OPTIONS);
  const program = typescript.createProgram([...pages.keys()], OPTIONS, {
    ...host,
    fileExists: file => pages.has(file) || host.fileExists(file),
    getSourceFile: (file, ...rest) => pages.get(file) ?? host.getSourceFile(file, ...rest)
  });
  const errors = Array.from(pages.values(), page => errorsIn(program, page));
  return Object.fromEntries(UPSTREAMS.map((upstream, at) => [upstream, errors[at]])) as Record<
    Upstream,
    readonly string[]
  >;
}

function parsed(upstream: Upstream): typescript.SourceFile {
  const { ESNext } = typescript.ScriptTarget;
  return typescript.createSourceFile(`/${upstream}.mts`, moduleOf(upstream), ESNext);
}

function errorsIn(program: typescript.Program, page: typescript.SourceFile): readonly string[] {
  const lines = page.text.split('\n');
  return [...program.getSyntacticDiagnostics(page), ...program.getSemanticDiagnostics(page)].map(
    ({ start = 0, messageText }) => {
      const { line } = page.getLineAndCharacterOfPosition(start);
      return `${lines[line]} ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`;
    }
  );
}
