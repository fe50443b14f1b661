const PURE = ['base', 'settings', 'model', 'record', 'analysis', 'layout', 'formats', 'report'];

const size = {
  'max-lines': ['error', { max: 400 }],
  'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
  'max-depth': ['error', 2],
  'max-params': ['error', 5],
  complexity: ['error', 15]
};

const general = {
  ...size,
  curly: ['error', 'multi-line'],
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-array-constructor': 'error',
  'no-restricted-properties': [
    'error',
    { object: 'process', property: 'hrtime', message: 'Take the Clock of base/clock.ts.' },
    { object: 'performance', property: 'now', message: 'Take the Clock of base/clock.ts.' },
    { object: 'Atomics', property: 'wait', message: 'Take sources/process/waitFor.ts.' }
  ],
  'no-console': 'error',
  'no-var': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
  'import/no-default-export': 'error',
  // one statement a module: types stand inline
  'import/no-duplicates': ['error', { preferInline: true }],
  'house/private-names': 'error',
  // own data, with control characters on purpose
  'no-control-regex': 'off'
};

const typed = {
  'typescript/ban-ts-comment': 'error',
  'typescript/consistent-type-exports': 'error',
  'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  'typescript/explicit-module-boundary-types': 'error',
  'typescript/no-empty-object-type': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-misused-promises': 'error',
  'typescript/no-namespace': 'error',
  'typescript/no-require-imports': 'error',
  // spread of a copy's own fields, and sorting of strings, are meant so
  'typescript/no-misused-spread': 'off',
  'typescript/require-array-sort-compare': 'off',
  'typescript/no-unnecessary-type-assertion': 'error',
  'typescript/no-unnecessary-type-constraint': 'error',
  'typescript/no-unsafe-argument': 'error',
  'typescript/no-unsafe-assignment': 'error',
  'typescript/no-unsafe-call': 'error',
  'typescript/no-unsafe-enum-comparison': 'error',
  'typescript/no-unsafe-function-type': 'error',
  'typescript/no-unsafe-member-access': 'error',
  'typescript/no-unsafe-return': 'error',
  'typescript/only-throw-error': 'error',
  'typescript/prefer-promise-reject-errors': 'error',
  'typescript/require-await': 'error',
  'typescript/restrict-plus-operands': 'error',
  'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }]
};

/** Tests write what programs of others may: what is wrong on purpose, too. */
const testFiles = {
  'max-lines-per-function': 'off',
  'no-console': 'off',
  'no-const-assign': 'off',
  'no-loss-of-precision': 'off',
  'no-restricted-properties': 'off',
  'no-setter-return': 'off',
  'no-sparse-arrays': 'off',
  'require-yield': 'off',
  'typescript/require-await': 'off'
};

/** JavaScript has no types that the rules about types could trust. */
const scripts = {
  ...size,
  eqeqeq: 'error',
  'no-unused-vars': 'off',
  'no-var': 'error',
  'prefer-const': 'error',
  'typescript/await-thenable': 'off',
  'typescript/require-array-sort-compare': 'off',
  'typescript/no-floating-promises': 'off',
  'typescript/no-implied-eval': 'off',
  'typescript/unbound-method': 'off'
};

const environment = [
  ['performance', 'Take a Clock as an argument.'],
  ['fetch', 'Pure folders do no input or output.'],
  ['setTimeout', 'Pure folders keep no time.'],
  ['setInterval', 'Pure folders keep no time.'],
  ['self', 'Pure folders know no global object.'],
  ['process', 'Pure folders know no Node.'],
  ['Buffer', 'Pure folders know no Node.']
].map(([name, message]) => ({ name, message }));

const JUPYTER_RULES = [
  'plugin-activation-args',
  'command-described-by',
  'plugin-description',
  'plugin-id-convention',
  'no-translation-concatenation',
  'no-dynamic-translation',
  'token-format',
  'no-untranslated-string',
  'no-pageconfig-base-url',
  'require-signal-cleanup',
  'require-signal-this-arg',
  'prefer-signal-this-arg',
  'require-disposable-ownership',
  'require-disposable-transfer',
  'incorrect-translator-usage'
];

export default {
  plugins: ['typescript', 'import'],
  jsPlugins: [
    { name: 'jupyter', specifier: '@jupyter/eslint-plugin' },
    { name: 'house', specifier: './scripts/steps/houseRules.mjs' }
  ],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    '**/node_modules/',
    '**/lib/',
    '**/dist/',
    '.venv/',
    '.build/',
    'demo/',
    'extension/labextension/',
    'kernel-bridge/types/',
    'test/architecture/fixtures/',
    'test/golden/'
  ],
  overrides: [
    { files: ['**/*.{ts,mts}'], rules: { ...general, ...typed } },
    {
      files: PURE.map(folder => `src/${folder}/**/*.ts`),
      rules: { 'no-restricted-globals': ['error', ...environment] }
    },
    {
      files: ['extension/src/**/*.ts'],
      rules: {
        // Lumino's signals take a method and its object as two arguments.
        'typescript/unbound-method': 'off',
        ...Object.fromEntries(JUPYTER_RULES.map(name => [`jupyter/${name}`, 'error'])),
        // Outputs of a notebook are rendered as it opens: their renderer is registered at activation, and
        // so are commands, whose work is loaded when they are first executed. Settings are loaded at once.
        'jupyter/prefer-lazy-imports': [
          'error',
          {
            ignoreImports: [
              './shell/mime',
              './shell/outputs/figureRenderer',
              './shell/application/followSettings',
              './heatCommands'
            ]
          }
        ]
      }
    },
    {
      files: [
        'extension/src/index.ts',
        'vitest.config.mts',
        'test/**/vitest.config.mts',
        'src/entry/*.mts'
      ],
      rules: { 'import/no-default-export': 'off' }
    },
    // JupyterLab passes each token of a plugin as an argument of its own.
    { files: ['extension/src/index.ts'], rules: { 'max-params': ['error', 7] } },
    {
      // The first is the clock, the second waits; the others wait in no answer to another thread.
      files: [
        'src/base/clock.ts',
        'src/sources/process/waitFor.ts',
        'src/sources/process/blockingCalls.ts',
        'src/vitest/profiled.ts',
        'kernel-bridge/src/protocol/**/*putMessages.ts'
      ],
      rules: { 'no-restricted-properties': 'off' }
    },
    { files: ['src/cli/**/*.ts'], rules: { 'no-console': 'off' } },
    { files: ['test/**/*.{ts,mts}'], rules: testFiles },
    { files: ['**/*.{mjs,cjs,js}'], rules: scripts }
  ]
};
