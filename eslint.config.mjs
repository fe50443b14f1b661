import jupyter from '@jupyter/eslint-plugin';
import tseslint from 'typescript-eslint';

const PURE = ['base', 'settings', 'model', 'record', 'analysis', 'layout', 'formats', 'report'];

const size = {
  'max-lines': ['error', { max: 350 }],
  'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
  'max-depth': ['error', 2],
  'max-params': ['error', 5],
  complexity: ['error', 15]
};

const general = {
  ...size,
  curly: ['error', 'multi-line'],
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-restricted-properties': [
    'error',
    { object: 'process', property: 'hrtime', message: 'Take the Clock of record/clock.ts.' },
    { object: 'performance', property: 'now', message: 'Take the Clock of record/clock.ts.' }
  ],
  'no-console': 'error',
  'no-var': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'no-restricted-syntax': [
    'error',
    { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
    { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' }
  ]
};

const typed = {
  '@typescript-eslint/consistent-type-exports': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
  '@typescript-eslint/explicit-module-boundary-types': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', ignoreRestSiblings: true }
  ],
  '@typescript-eslint/restrict-template-expressions': [
    'error',
    { allowNumber: true, allowBoolean: true }
  ],
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true }
  ]
};

const testFiles = {
  'max-lines-per-function': 'off',
  'no-console': 'off',
  'no-restricted-properties': 'off',
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/no-non-null-assertion': 'off'
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

const jupyterRules = Object.fromEntries(
  Object.keys(jupyter.configs.recommended[0].rules).map(name => [name, 'error'])
);

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/lib/',
      '**/dist/',
      '.venv/',
      '.build/',
      'demo/',
      'extension/labextension/',
      'test/architecture/fixtures/',
      'test/golden/'
    ]
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.{ts,mts}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname }
    },
    rules: { ...general, ...typed }
  },
  {
    files: PURE.map(folder => `src/${folder}/**/*.ts`),
    rules: { 'no-restricted-globals': ['error', ...environment] }
  },
  {
    files: ['extension/src/**/*.ts'],
    plugins: { jupyter },
    rules: {
      ...jupyterRules,
      // Outputs of a notebook are rendered as it opens: their renderer is registered at activation, and
      // so are commands, whose work is loaded when they are first executed. Settings are loaded at once.
      'jupyter/prefer-lazy-imports': [
        'error',
        { ignoreImports: ['./shell/mime', './shell/settings/followSettings', './heatCommands'] }
      ]
    }
  },
  {
    files: ['extension/src/index.ts', 'vitest.config.mts', 'test/**/vitest.config.mts'],
    rules: { 'no-restricted-syntax': 'off' }
  },
  // JupyterLab passes each token of a plugin as an argument of its own.
  { files: ['extension/src/index.ts'], rules: { 'max-params': ['error', 7] } },
  { files: ['src/record/time/clock.ts'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['src/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['test/**/*.{ts,mts}'], rules: testFiles },
  {
    files: ['**/*.{mjs,cjs,js}'],
    rules: { ...size, 'prefer-const': 'error', 'no-var': 'error', eqeqeq: 'error' }
  }
);
