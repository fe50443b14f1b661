import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './command.mjs';
import { at, npmCommand } from './paths.mjs';
import { installNode } from './secondNode.mjs';
import { whenChanged } from './stamp.mjs';

/** The server with VS Code 1.139, for browsers. */
const VERSION = '4.139.1';

const TITLE = 'Installing VS Code, in which its extension is tested';
const CURE = 'check the network and the npm registry, then run this again';
const FOLDER = ['code-server', VERSION];

/**
 * Packages of VS Code that no test needs: those of chats, containers and Windows, and those that have to be
 * compiled or download something when they are installed.
 */
const LEFT_OUT = [
  '@devcontainers/cli',
  '@github/copilot-sdk',
  '@microsoft/mxc-sdk',
  '@vscode/fs-copyfile',
  '@vscode/ripgrep-universal',
  '@vscode/sandbox-runtime',
  '@vscode/sqlite3',
  '@vscode/windows-process-tree',
  '@vscode/windows-registry',
  'kerberos',
  'ssh2'
];

/** What runs programs in terminals, compiled: the same release by another publisher. */
const COMPILED = { 'node-pty': 'npm:@lydell/node-pty@1.2.0-beta.15' };

/** Extensions of VS Code that would only cost time: they sign in, talk to Git, or debug. */
const UNUSED_EXTENSIONS = [
  'copilot',
  'git',
  'git-base',
  'github',
  'github-authentication',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'tunnel-forwarding'
];

/** Two packages with compiled code that VS Code asks for at every start: one watches the process, one writes logs. */
const WITHOUT_COMPILED_CODE = {
  '@vscode/native-watchdog': `exports.start = () => {};
exports.exit = code => process.exit(code);
`,
  '@vscode/spdlog': `const OWN = { then: undefined, getLevel: () => 0 };
const log = () => new Proxy(OWN, { get: (own, name) => (name in own ? own[name] : () => {}) });
exports.version = 0;
exports.setFlushOn = exports.setLevel = exports.shutdown = () => {};
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async () => log();
exports.Logger = function Logger() {
  return log();
};
`
};

const npmInstall = ({ name, cwd, more = [] }) =>
  runStep({
    name,
    title: TITLE,
    command: [
      ...npmCommand(),
      'install',
      ...['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
      ...more
    ],
    cwd,
    cure: CURE,
    downloads: true
  });

function editJson(path, edit) {
  const value = JSON.parse(readFileSync(path, 'utf8'));
  edit(value);
  writeFileSync(path, JSON.stringify(value));
}

/** Takes packages out of what VS Code asks for, and of what it has locked, and has some from elsewhere. */
function leaveOut(vscode) {
  const names = [...LEFT_OUT, ...Object.keys(COMPILED)];
  const drop = manifest => names.forEach(name => delete manifest.dependencies[name]);
  editJson(join(vscode, 'package.json'), manifest => {
    drop(manifest);
    Object.assign(manifest.dependencies, COMPILED);
    delete manifest.overrides;
  });
  editJson(join(vscode, 'npm-shrinkwrap.json'), lock => drop(lock.packages['']));
}

async function install(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await npmInstall({ name: 'code-server', cwd: folder, more: [`code-server@${VERSION}`] });
  const vscode = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  leaveOut(vscode);
  const extensions = join(vscode, 'extensions');
  for (const [name, cwd] of Object.entries({ packages: vscode, extensions })) {
    await npmInstall({ name: `code-server-${name}`, cwd, more: ['--omit=dev'] });
  }
  for (const [name, code] of Object.entries(WITHOUT_COMPILED_CODE)) {
    writeFileSync(join(vscode, 'node_modules', name, 'index.js'), code);
  }
  for (const name of UNUSED_EXTENSIONS) {
    rmSync(join(extensions, name), { recursive: true, force: true });
  }
}

/**
 * Installs code-server, which is VS Code for browsers, in `.build`, without running any script of a package and without
 * a compiler, and the Node that it needs. Returns the command that starts it.
 *
 * @returns {Promise<{ node: string, entry: string }>}
 */
export async function installCodeServer() {
  const node = await installNode('24');
  const folder = at('.build', ...FOLDER);
  const entry = join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
  await whenChanged({
    name: 'code-server',
    title: TITLE,
    inputs: ['scripts/steps/codeServer.mjs'],
    outputs: [join('.build', ...FOLDER)],
    work: async () => {
      const unfinished = `${folder}.unfinished`;
      [folder, unfinished].forEach(each => rmSync(each, { recursive: true, force: true }));
      await install(unfinished);
      renameSync(unfinished, folder);
    }
  });
  if (!existsSync(entry)) throw new Error(`code-server ${VERSION} has no ${entry}`);
  return { node, entry };
}
