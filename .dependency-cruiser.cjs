/** What each folder of the core may import; nothing else (docs/architecture.md). */
const CORE = {
  base: [],
  options: ['base'],
  model: ['base'],
  record: ['model', 'base'],
  analysis: ['model', 'base'],
  layout: ['analysis', 'model', 'base'],
  report: ['analysis', 'model', 'base'],
  formats: ['layout', 'report', 'analysis', 'model', 'base'],
  native: ['base'],
  sources: ['record', 'native', 'model', 'base']
};
const UNDER_API = [...Object.keys(CORE)];
const PURE = ['base', 'options', 'model', 'record', 'analysis', 'layout', 'formats', 'report'];
const PUBLIC = ['options', 'model', 'analysis', 'layout', 'formats', 'report'];
const VIEWS = ['table', 'timeline', 'flame', 'memory', 'source', 'gpu'];

const anyOf = names => `(${names.join('|')})`;
const publicEntry = `src/${anyOf(PUBLIC)}/index[.]ts$`;

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const folderRule = (folder, mayImport) =>
  rule(
    `${folder}-imports`,
    `src/${folder} may import: ${[...mayImport].join(', ') || 'nothing'}`,
    { path: `^src/${folder}/` },
    { path: '^src/', pathNot: `^src/${anyOf([folder, ...mayImport])}/` }
  );

module.exports = {
  forbidden: [
    ...Object.entries(CORE).map(([folder, mayImport]) => folderRule(folder, mayImport)),
    folderRule('api', UNDER_API),
    folderRule('cli', ['api', ...UNDER_API]),
    rule(
      'entry-imports',
      'the Node entries re-export the api and what it may import, never the command line',
      { path: '^src/(index|host)[.]ts$' },
      { path: '^src/', pathNot: `^src/${anyOf(['api', ...UNDER_API])}/` }
    ),
    rule(
      'pure-no-node',
      'these folders run in the browser too',
      { path: `^src/${anyOf(PURE)}/` },
      { dependencyTypes: ['core'] }
    ),
    rule(
      'pure-no-packages',
      'these folders depend on nothing but each other',
      { path: `^src/${anyOf(PURE)}/` },
      { path: '(^|/)node_modules/' }
    ),
    rule(
      'core-stands-alone',
      'the core knows neither the kernel, nor the extension, nor the tests',
      { path: '^src/' },
      { path: '^(kernel-bridge|extension|test)/' }
    ),
    rule(
      'bridge-imports',
      'the kernel uses the core by its public entries only',
      { path: '^kernel-bridge/' },
      { path: '^(src|extension|test)/', pathNot: ['^src/(index|host)[.]ts$', `^${publicEntry}`] }
    ),
    rule(
      'tslab-in-one-file',
      'tslab is an implementation detail behind kernel-bridge/src/tslab.ts',
      { path: '^kernel-bridge/', pathNot: '^kernel-bridge/src/tslab[.]ts$' },
      { path: '(^|/)node_modules/tslab/' }
    ),
    rule(
      'extension-imports',
      'the extension uses the pure entries of the core only',
      { path: '^extension/' },
      { path: '^(src|kernel-bridge|test)/', pathNot: `^${publicEntry}` }
    ),
    rule(
      'extension-no-node',
      'the extension runs in the browser',
      { path: '^extension/' },
      { dependencyTypes: ['core'] }
    ),
    rule(
      'views-apart',
      'a view never imports another view: selections meet in extension/src/shared',
      { path: `^extension/src/${anyOf(VIEWS)}/` },
      { path: `^extension/src/${anyOf(VIEWS)}/`, pathNot: '^extension/src/$1/' }
    ),
    rule('no-cycles', 'modules form layers', {}, { circular: true }),
    rule('no-unresolved', 'every import leads somewhere', {}, { couldNotResolve: true })
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(src|kernel-bridge|extension)/(bin|lib|dist|labextension)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.arch.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default']
    }
  }
};
