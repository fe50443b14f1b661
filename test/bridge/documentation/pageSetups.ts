import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROFILE_MIME_TYPE } from '../../../src/model/output/bundle';
import { CAUSE_TITLES } from '../../../src/report/findings/causeWords';
import { drawProfile } from '../../support/drawProfile';
import { writeNotebook as writeProfiledCells } from '../../support/notebookFiles';
import { writePlantedRanks } from '../../support/rankDirectories';
import { storedBundle } from '../../support/storedBundle';
import type { PageSetup, SnippetSetup } from './pageSetup';
import { PYTHON } from './python';
import { ROOT } from './readPages';

/** Fractions: times, rates and sizes. Whole numbers, which are counts, are the same in each run. */
const FRACTIONS = /\d+\.\d+/g;

/** Durations, with the remark before them that IPython makes if runs differ much. */
const DURATIONS = /(?:The slowest run .*\n)?[\d.]+ (?:ns|μs|ms|s)\b/g;

/** Durations and shares in tables of PyTorch. */
const TORCH_TIMES = /[\d.]+(?:%|us|ms|s)/g;

/** The words of a compiler about an error, which each compiler has of its own. */
const COMPILER_WORDS = /(?<=: error: ).*/g;

const FILES = 'test/bridge/documentation/files';

/** The cells of a tutorial up to one that begins with `end`. */
function tutorialCells(name: string, end: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, 'binder', 'tutorials', name), 'utf8');
  const { cells } = JSON.parse(text) as {
    readonly cells: readonly { readonly cell_type: string; readonly source: readonly string[] }[];
  };
  const codes = cells.flatMap(cell => (cell.cell_type === 'code' ? cell.source.join('') : []));
  const count = codes.findIndex(code => code.startsWith(end));
  if (count < 0) throw new Error(`${name} has no cell that begins with ${end}`);
  return codes.slice(0, count);
}

/** Writes a notebook that was executed, with a profile that meets the budget of its cell. */
function writeNotebook(folder: string): void {
  const bundle = storedBundle(drawProfile('main |[parse]', { nsPerColumn: 1e6 }));
  const cell = {
    cell_type: 'code',
    source: ['%%profile --assert "total(parse) < 50ms"\n', 'parse();'],
    execution_count: 1,
    metadata: {},
    outputs: [{ output_type: 'display_data', data: { [PROFILE_MIME_TYPE]: bundle }, metadata: {} }]
  };
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] };
  writeFileSync(path.join(folder, 'analysis.ipynb'), JSON.stringify(notebook));
}

/** Leaves the report of VizTracer on a small program in a folder. */
function traceWithVizTracer(folder: string): void {
  writeFileSync(path.join(folder, 'steps.py'), 'print([sum(range(n)) for n in range(50)])\n');
  const viztracer = ['-m', 'viztracer', '--quiet', '-o', 'result.json', 'steps.py'];
  execFileSync(PYTHON, viztracer, { cwd: folder, stdio: 'ignore' });
}

/** Python of another profiler's documentation, beside what it is here. */
function upstream(packageName: string): SnippetSetup {
  return { treatment: { as: 'not run', because: `it is a program for ${packageName}` } };
}

/** They have a cluster. */
const SPARK_TESTS = 'test/spark/offlineOnSpark.nightly.test.ts';

/** They have a server of an object store. */
const BUCKET_TESTS = 'test/oracles/bucket.test.ts';

/** The setups of pages, by their paths; the snippets of other pages need nothing. */
export const PAGE_SETUPS: Readonly<Record<string, PageSetup>> = {
  'README.md': {
    packages: ['core', 'layers', 'backend-wasm'].map(part => `@tensorflow/tfjs-${part}`),
    files: { 'train.js': `${FILES}/train.js` },
    cells: tutorialCells('01-first-profile.ipynb', '%%profile before -n 12'),
    snippets: {
      'Kernelscope 1': { varies: FRACTIONS },
      'Try it 1': { treatment: { as: 'run elsewhere', by: 'scripts/demo.mjs' } },
      'Try it 2': { treatment: { as: 'run elsewhere', by: 'test/wheel/install.test.ts' } },
      'In a notebook 1': { writes: ['run.kscope'] },
      'In a program 1': { writes: ['run.perfetto-trace'] }
    }
  },
  'docs/user-guide/causes.md': {
    snippets: Object.fromEntries(CAUSE_TITLES.map(title => [`${title} 1`, { varies: FRACTIONS }]))
  },
  'docs/user-guide/analyze.md': {
    files: {
      'profiling.json': 'test/golden/mge/profiling.json',
      'run.kscope': 'test/golden/kscope/v1.kscope',
      'trace.json': 'test/golden/torch/trace.json'
    },
    cells: [
      `%%profile -q
import { customOperator } from 'kernelscope';
const list = customOperator('parse', () => JSON.parse('[1]'))();`
    ]
  },
  'docs/user-guide/autograd.md': {
    snippets: {
      'The autograd profiler of PyTorch 1': { varies: TORCH_TIMES, writes: ['trace.json'] },
      'Schedules 1': { varies: TORCH_TIMES },
      'Data 1': { varies: TORCH_TIMES },
      'Floating-point operations 1': { varies: TORCH_TIMES },
      "NVIDIA's tools 1": {
        treatment: { as: 'not run', because: 'nsys comes with the CUDA toolkit of NVIDIA' }
      },
      "NVIDIA's tools 2": { warns: true }
    }
  },
  'docs/user-guide/budgets.md': {
    environment: { GITHUB_STEP_SUMMARY: 'summary.md' },
    prepare: writeNotebook,
    cells: [
      `%%profile import -q -o main.kscope
import { range } from 'kernelscope';
range('parse', () => {
  for (const end = Date.now() + 300; Date.now() < end; );
});`
    ],
    snippets: {
      'Budgets 1': { writes: ['run.kscope'] },
      'Budgets 2': { fails: true },
      '`kernelscope check` 1': { writes: ['report.xml', 'summary.md'] }
    }
  },
  'docs/user-guide/kernel.md': {
    snippets: {
      'Asking the user 1': { treatment: { as: 'cell', answers: ['', 'secret', 'y'] } },
      'Asking the user 2': { treatment: { as: 'cell', answers: ['12'] } }
    }
  },
  'docs/user-guide/coming-from-megengine.md': {
    snippets: {
      'The first hour 1': upstream('MegEngine'),
      'Traced functions 1': upstream('MegEngine')
    }
  },
  'docs/user-guide/coming-from-mindspore.md': {
    snippets: {
      'The first hour 1': upstream('MindSpore'),
      'The first hour 2': { warns: true }
    }
  },
  'docs/user-guide/coming-from-mxnet.md': {
    snippets: { 'The first hour 1': upstream('MXNet') }
  },
  'docs/user-guide/coming-from-node.md': {
    files: { 'parse.js': `${FILES}/parse.js` },
    snippets: { 'The first minutes 1': { writes: ['before.cpuprofile', 'after.kscope'] } }
  },
  'docs/user-guide/coming-from-pytorch.md': {
    snippets: { 'The first hour 1': upstream('PyTorch') }
  },
  'docs/user-guide/coming-from-viztracer.md': {
    files: { 'parse.js': `${FILES}/parse.js` },
    prepare: traceWithVizTracer,
    snippets: {
      'The first minutes 1': { writes: ['result.perfetto-trace'] },
      'Your old files 1': { writes: ['result.kscope'] }
    }
  },
  'docs/user-guide/cuda.md': {
    hasGpu: true,
    snippets: { 'Kernels 1': { fails: true, varies: COMPILER_WORDS } }
  },
  'docs/user-guide/gpu-metrics.md': { hasGpu: true },
  'docs/user-guide/gpu.md': { hasGpu: true },
  'docs/user-guide/importing.md': {
    files: { 'run.nvprof': 'test/golden/torch/nvprof_small.nvprof' },
    snippets: {
      'Traces of GPUs 1': {
        treatment: {
          as: 'not run',
          because: 'nvprof and nsys come with the CUDA toolkit of NVIDIA'
        }
      }
    }
  },
  'docs/user-guide/magics.md': {
    cells: ["const train = async (): Promise<number> => JSON.parse('1');"],
    snippets: {
      '`%%profile [NAME] [options]` 1': { writes: ['training.perfetto-trace'] },
      '`%timeit` and `%%timeit` 1': { varies: DURATIONS },
      '`%time` and `%%time` 1': { varies: DURATIONS }
    }
  },
  'docs/user-guide/mxnet.md': {
    files: { 'worker.js': `${FILES}/worker.js`, 'child.js': `${FILES}/child.js` },
    snippets: {
      'The profiler of MXNet 1': {
        treatment: { as: 'program', file: 'packing.ts' },
        varies: FRACTIONS,
        writes: ['run.json']
      },
      'Threads and processes 1': { writes: ['rank0_run.json', 'rank1_run.json'] }
    }
  },
  'docs/user-guide/offline-analysis.md': {
    prepare: folder => writePlantedRanks(path.join(folder, 'data')),
    snippets: {
      'Offline analysis of many runs 1': {
        writes: ['data/cross_rank_report.md', 'data/cross_rank_report.json']
      },
      'The report 1': { treatment: { as: 'output', of: 'Offline analysis of many runs 1' } },
      'Tables for other programs 1': {
        treatment: { as: 'python', after: `${FILES}/spark.py` }
      },
      'In a bucket 1': { treatment: { as: 'run elsewhere', by: BUCKET_TESTS } },
      'On a Spark cluster 1': { treatment: { as: 'run elsewhere', by: SPARK_TESTS } },
      'On a Spark cluster 2': { treatment: { as: 'run elsewhere', by: SPARK_TESTS } }
    }
  },
  'docs/user-guide/output-tree.md': {
    cells: [
      `import { Profiler } from 'kernelscope';
const profiler = new Profiler({ outputPath: './data', dataSimplification: false });
profiler.addMetadata('run', '1');
await profiler.stop();
await profiler.analyse();`
    ],
    snippets: { 'The output tree 1': { treatment: { as: 'tree', folder: 'data' } } }
  },
  'docs/user-guide/profiler.md': {
    files: { 'train.js': `${FILES}/train.js` },
    snippets: { 'The files of MegEngine 1': { writes: ['profiling.json'] } }
  },
  'docs/user-guide/programs.md': {
    files: { 'parse.js': `${FILES}/parse.js`, 'before.kscope': 'test/golden/kscope/v1.kscope' },
    snippets: { 'The command line 1': { writes: ['parse.kscope', 'parse.perfetto-trace'] } }
  },
  'docs/user-guide/sessions.md': {
    files: { 'worker.js': `${FILES}/worker.js` },
    snippets: {
      'Sessions and ranges 1': {
        treatment: { as: 'program', file: 'import.mts' },
        writes: ['import.kscope']
      },
      '`instrument` 1': { treatment: { as: 'program', file: 'instrument.mts' } },
      'Threads and processes 1': {
        treatment: { as: 'program', file: 'threads.mts' },
        writes: ['all.kscope']
      }
    }
  },
  'docs/user-guide/mcp.md': {
    snippets: Object.fromEntries(
      [1, 2, 3].map(at => [
        `Telling a client ${at}`,
        { treatment: { as: 'run elsewhere', by: 'test/bridge/mcp/mcpCommand.nightly.test.ts' } }
      ])
    )
  },
  'docs/user-guide/sql.md': {
    prepare: folder => writePlantedRanks(path.join(folder, 'data')),
    snippets: {
      'SQL over profiles 1': { writes: ['import.kscope'] },
      'From TypeScript and on the command line 2': { writes: ['slices.csv'] },
      'In Spark 1': { writes: ['views.sql'] },
      'In Spark 2': {
        treatment: { as: 'run elsewhere', by: 'test/spark/datasetViews.nightly.test.ts' }
      }
    }
  },
  'docs/user-guide/reading-a-profile.md': {
    cells: [
      `%%profile -q
import { range } from 'kernelscope';
const numbers = range('train step', () => Array.from({ length: 1e6 }, Math.random).sort());`
    ]
  },
  'docs/user-guide/tests-and-ci.md': {
    prepare: folder => {
      for (const name of ['run.ipynb', 'main.ipynb']) {
        writeProfiledCells(path.join(folder, name), [
          { name: 'load', runsMs: [30] },
          { name: 'train', runsMs: [40, 41, 42] }
        ]);
      }
    },
    snippets: {
      'Assertions for Vitest 1': {
        treatment: { as: 'run elsewhere', by: 'test/wheel/vitestAssertions.test.ts' }
      },
      'Limits 1': {
        treatment: { as: 'run elsewhere', by: 'test/unit/vitest/matchers.test.ts' }
      },
      'A GitHub Action 1': { treatment: { as: 'not run', because: 'it is a workflow for GitHub' } }
    }
  }
};
