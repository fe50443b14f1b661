/** What a profile is made of: values and their checks, tables, and what is recorded. */
const BELOW_MODEL = ['facts', 'columns', 'tables', 'schema', 'base'];
/** What each folder of the core may import; nothing else (docs/architecture.md). */
const PURE_CORE = {
  base: [],
  schema: ['base'],
  tables: ['base'],
  columns: ['base'],
  facts: ['columns', 'tables', 'schema', 'base'],
  model: BELOW_MODEL,
  record: ['model', ...BELOW_MODEL],
  analysis: ['model', ...BELOW_MODEL],
  layout: ['analysis', 'model', ...BELOW_MODEL],
  report: ['analysis', 'model', ...BELOW_MODEL],
  formats: ['layout', 'report', 'analysis', 'model', ...BELOW_MODEL],
  settings: ['formats', 'layout', 'report', 'analysis', 'model', ...BELOW_MODEL],
  open: ['formats', 'layout', 'report', 'analysis', 'record', 'model', ...BELOW_MODEL]
};
const PURE = Object.keys(PURE_CORE);
/** Views for pages of the browser, which the extension and pages of HTML have in common. */
const BROWSER = ['web', 'formats', 'layout', 'report', 'tables', 'base'];
const UNDER_ENGINE = [...PURE, 'native', 'sources'];
const UNDER_RUNTIME = [...UNDER_ENGINE, 'engine', 'compat', 'cuda'];
const CORE = {
  ...PURE_CORE,
  web: [],
  browser: BROWSER,
  native: ['base'],
  sources: ['record', 'native', 'analysis', 'model', ...BELOW_MODEL],
  engine: UNDER_ENGINE,
  cuda: ['engine', ...UNDER_ENGINE],
  compat: ['engine', ...UNDER_ENGINE],
  check: ['engine', ...UNDER_ENGINE],
  doctor: ['engine', ...UNDER_ENGINE],
  runtime: UNDER_RUNTIME,
  program: ['runtime', 'engine', ...UNDER_ENGINE],
  vitest: ['runtime', 'compat', 'engine', ...UNDER_ENGINE],
  cli: ['program', 'runtime', 'check', 'doctor', ...UNDER_RUNTIME]
};
/** What each folder of the kernel may import of the kernel. */
const KERNEL = {
  tslab: [],
  cells: ['tslab'],
  protocol: ['cells', 'tslab'],
  requests: ['protocol', 'cells', 'tslab'],
  magics: ['requests', 'protocol', 'cells', 'tslab']
};
const ABOVE_ENGINE = ['program', 'runtime', 'check', 'doctor', ...UNDER_RUNTIME];
const PUBLIC = ['settings', 'model', 'analysis', 'layout', 'formats', 'report'];

const anyOf = names => `(${names.join('|')})`;
const publicEntry = `src/${anyOf(PUBLIC)}/index[.]ts$`;
const viewEntry = `src/${anyOf([...PUBLIC, 'browser', 'web'])}/index[.]ts$`;
/** What the extension for VS Code also uses: it reads files, which the kernel does for the other. */
const fileEntry = `src/${anyOf([...PUBLIC, 'browser', 'web', 'open'])}/index[.]ts$`;

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const folderRule = (folder, mayImport) =>
  rule(
    `${folder}-imports`,
    `src/${folder} may import: ${[...mayImport].join(', ') || 'nothing'}`,
    { path: `^src/${folder}/` },
    { path: '^src/', pathNot: `^src/${anyOf([folder, ...mayImport])}/` }
  );

/** The files of a folder, or the file of that name. */
const within = place => `^${place}(/|[.]ts$)`;

/** Folders and files side by side in `folder` never import each other, but for those in `shared` and `free`. */
const apart = (name, comment, folder, { shared = [], free = [] } = {}) =>
  rule(
    name,
    comment,
    {
      path: within(`${folder}/([^/]+?)`),
      pathNot: [...shared, ...free].map(each => within(`${folder}/${each}`))
    },
    {
      path: within(`${folder}/[^/]+?`),
      pathNot: [within(`${folder}/$1`), ...shared.map(each => within(`${folder}/${each}`))]
    }
  );

module.exports = {
  forbidden: [
    ...Object.entries(CORE).map(([folder, mayImport]) => folderRule(folder, mayImport)),
    rule(
      'entry-imports',
      'the Node entries re-export the core, never the command line',
      { path: '^src/(index|host)[.]ts$' },
      { path: '^src/', pathNot: `^src/${anyOf(ABOVE_ENGINE)}/` }
    ),
    apart(
      'upstreams-apart',
      'the APIs of upstream systems stand on the engine, and on what `dumps` of every profile prints',
      'src/compat',
      { shared: ['mxnet/compatDumps'], free: ['mindspore'] }
    ),
    rule(
      'mxnet-report-below',
      'what `dumps` prints on request knows no API of an upstream system',
      { path: '^src/compat/mxnet/compatDumps[.]ts$' },
      { path: '^src/compat/', pathNot: '^src/compat/mxnet/compatDumps[.]ts$' }
    ),
    rule(
      'mindspore-imports',
      "MindSpore's profiler has the results of PyTorch's sessions, and knows no other system",
      { path: '^src/compat/mindspore/' },
      { path: '^src/compat/', pathNot: '^src/compat/(mindspore|torch)/' }
    ),
    apart('facts-apart', 'a fact imports no other: what several need is in shared', 'src/facts', {
      shared: ['shared'],
      free: ['table']
    }),
    rule(
      'facts-shared-below',
      'what facts share knows none of them',
      { path: '^src/facts/shared/' },
      { path: '^src/facts/', pathNot: '^src/facts/shared/' }
    ),
    apart(
      'formats-apart',
      'a format imports no other: what several need is in shared',
      'src/formats',
      { shared: ['shared'], free: ['bundle', 'documents', 'table', 'index', 'displayBundle'] }
    ),
    rule(
      'bundle-imports',
      'an output carries a .kscope file and knows no other format',
      { path: '^src/formats/bundle/' },
      { path: '^src/formats/', pathNot: '^src/formats/(bundle|kscope|shared)/' }
    ),
    rule(
      'formats-shared-below',
      'what formats share knows none of them',
      { path: '^src/formats/shared/' },
      { path: '^src/formats/', pathNot: '^src/formats/shared/' }
    ),
    rule(
      'pure-no-node',
      'these folders run in the browser too',
      {
        path: [
          `^src/${anyOf([...PURE, 'browser', 'web'])}/`,
          '^src/compat/([^/]+/(report|events)/|mxnet/compatDumps)'
        ]
      },
      { dependencyTypes: ['core'] }
    ),
    rule(
      'pure-no-packages',
      'these folders depend on nothing but each other, on the width of characters and on syntax trees',
      { path: [`^src/${anyOf(PURE)}/`, '^src/compat/([^/]+/(report|events)/|mxnet/compatDumps)'] },
      { path: '(^|/)node_modules/(?!(string-width|@lezer)/)' }
    ),
    rule(
      'syntax-in-causes',
      'code is parsed where the causes of findings are told by it, and nowhere else in pure folders',
      { path: `^src/${anyOf(PURE)}/`, pathNot: '^src/analysis/causes/' },
      { path: '(^|/)node_modules/@lezer/' }
    ),
    rule(
      'core-stands-alone',
      'the core knows neither the kernel, nor the extensions, nor the tests',
      { path: '^src/' },
      { path: '^(kernel-bridge|extension|vscode|test)/' }
    ),
    rule(
      'bridge-imports',
      'the kernel uses the core by its public entries only, and its build that of the core',
      { path: '^kernel-bridge/' },
      {
        path: '^(src|extension|vscode|test)/',
        pathNot: [
          '^src/(index|host)[.]ts$',
          '^src/build/(library|licenses)[.]mjs$',
          `^${publicEntry}`
        ]
      }
    ),
    ...Object.entries(KERNEL).map(([folder, mayImport]) =>
      rule(
        `kernel-${folder}-imports`,
        `kernel-bridge/src/${folder} may import: ${mayImport.join(', ') || 'nothing'}`,
        { path: `^kernel-bridge/src/${folder}/` },
        {
          path: '^kernel-bridge/src/',
          pathNot: `^kernel-bridge/src/${anyOf([folder, ...mayImport])}/`
        }
      )
    ),
    rule(
      'tslab-in-one-file',
      'tslab is an implementation detail behind kernel-bridge/src/tslab/tslab.ts',
      { path: '^kernel-bridge/', pathNot: '^kernel-bridge/src/tslab/tslab[.]ts$' },
      { path: '(^|/)node_modules/tslab/' }
    ),
    rule(
      'extension-imports',
      'the extension uses the pure entries and the views of the core only',
      { path: '^extension/' },
      { path: '^(src|kernel-bridge|vscode|test)/', pathNot: `^${viewEntry}` }
    ),
    rule(
      'vscode-imports',
      'the extension for VS Code uses what the one for JupyterLab does, its views and what is around them, and what reads files',
      { path: '^vscode/src/' },
      { path: '^(src|kernel-bridge|test)/', pathNot: `^${fileEntry}` }
    ),
    rule(
      'vscode-no-node',
      'the extension for VS Code runs in the browser, but for the part that starts kernels',
      { path: '^vscode/src/', pathNot: '^vscode/src/controller/' },
      { dependencyTypes: ['core'] }
    ),
    rule(
      'vscode-controller-apart',
      'what starts kernels is an entry of its own, which nothing for browsers imports',
      { path: '^vscode/src/', pathNot: '^vscode/src/controller/' },
      { path: '^vscode/src/controller/' }
    ),
    rule(
      'vscode-without-lab',
      'nothing of JupyterLab is loaded in VS Code, not by way of what both show',
      { path: '^vscode/src/' },
      { path: '(^|/)node_modules/@jupyterlab/', reachable: true }
    ),
    rule(
      'extension-no-node',
      'the extension runs in the browser',
      { path: '^extension/' },
      { dependencyTypes: ['core'] }
    ),
    apart(
      'views-apart',
      'a view never imports another view: selections meet in extension/src/shared',
      'extension/src/views'
    ),
    rule(
      'views-imports',
      'a view knows what views share, and no shell around it',
      { path: '^extension/src/views/' },
      { path: '^extension/src/', pathNot: '^extension/src/(views|shared)/' }
    ),
    rule(
      'shared-imports',
      'what views share knows none of them',
      { path: '^extension/src/shared/' },
      { path: '^extension/src/', pathNot: '^extension/src/shared/' }
    ),
    rule(
      'views-without-lab',
      'views, and what they share, know no application: it hands in what they need',
      { path: '^extension/src/(views|shared)/' },
      { path: '(^|/)node_modules/@jupyterlab/' }
    ),
    rule('no-cycles', 'modules form layers', {}, { circular: true }),
    rule('no-unresolved', 'every import leads somewhere', {}, { couldNotResolve: true })
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(src|kernel-bridge|extension|vscode)/(bin|lib|dist|labextension)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.arch.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default']
    }
  }
};
