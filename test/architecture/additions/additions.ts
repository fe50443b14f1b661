import type { Addition } from '../../support/bundleWithAddition';

/** What is added to the core by one module and one line of a table each, in the way that `docs/architecture.md` says. */
export const ADDITIONS = {
  format: {
    table: 'src/formats/table.ts',
    before: '  NVPROF\n',
    line: '  TOY,',
    name: 'TOY',
    module: 'test/architecture/additions/toyFormat'
  },
  source: {
    table: 'src/engine/recording/sourceTable.ts',
    before: '  HELPER_THREADS\n',
    line: '  TOY,',
    name: 'TOY',
    module: 'test/architecture/additions/toySource'
  },
  sourceName: {
    table: 'src/facts/shared/columnSources.ts',
    before: "  import: 'Import'\n",
    line: '  toySource: TOY_TITLE,',
    name: 'TOY_TITLE',
    module: 'test/architecture/additions/toySource'
  },
  option: {
    table: 'src/settings/table/recordingOptions.ts',
    before: '  /** Record eager operators and instrumented functions. */\n',
    line: '  toy: TOY,',
    name: 'TOY',
    module: 'test/architecture/additions/toyOption'
  },
  columnFact: {
    table: 'src/facts/table.ts',
    before: '  // what others asked of the program\n',
    line: '  PLAYS,',
    name: 'PLAYS',
    module: 'test/architecture/additions/toyColumnFact'
  },
  fact: {
    table: 'src/facts/table.ts',
    before: '  // of memory\n',
    line: '  TOY,',
    name: 'TOY',
    module: 'test/architecture/additions/toyFact'
  },
  upstream: {
    table: 'src/runtime/runtime.ts',
    before: 'export const range = createRange(host.recorder);\n',
    line: 'export const toy = createToy(host);',
    name: 'createToy',
    module: 'test/architecture/additions/toyUpstream'
  }
} as const satisfies Readonly<Record<string, Addition>>;
