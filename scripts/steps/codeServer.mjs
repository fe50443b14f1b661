import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runStep } from './command.mjs';
import { at, npmCommand } from './paths.mjs';
import { installNode } from './secondNode.mjs';
import { whenChanged } from './stamp.mjs';

const TITLE = 'Installing VS Code, in which its extension is tested';
const CURE = 'check the network and the npm registry, then run this again';

/** What runs programs in terminals, compiled: the same by another publisher. */
const COMPILED = { 'node-pty': 'npm:@lydell/node-pty@1.2.0-beta.15' };

/** A log that keeps nothing. */
const SPDLOG = `const OWN = { then: undefined, getLevel: () => 0 };
const log = () => new Proxy(OWN, { get: (own, name) => (name in own ? own[name] : () => {}) });
exports.version = 0;
exports.setFlushOn = exports.setLevel = exports.shutdown = () => {};
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async () => log();
exports.Logger = function Logger() {
  return log();
};
`;

const WATCHDOG = `exports.start = () => {};
exports.exit = code => process.exit(code);
`;

/**
 * The servers with VS Code, for browsers: the version, and the release of Node that it needs. `leftOut` are packages of
 * VS Code that no test needs: those of chats, containers and Windows, and those that have to be compiled or download
 * something when they are installed. `replaced` are modules with compiled code, by their paths below the server, for
 * which VS Code asks at every start.
 */
const RELEASES = {
  /** VS Code 1.139 */
  newest: {
    version: '4.139.1',
    node: '24',
    leftOut: [
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
    ],
    replaced: {
      'lib/vscode/node_modules/@vscode/native-watchdog/index.js': WATCHDOG,
      'lib/vscode/node_modules/@vscode/spdlog/index.js': SPDLOG
    }
  },
  /** VS Code 1.90, the oldest that the extension says it works in. */
  oldest: {
    version: '4.90.3',
    node: '20',
    leftOut: [
      '@vscode/deviceid',
      '@vscode/ripgrep',
      '@vscode/windows-process-tree',
      '@vscode/windows-registry',
      'kerberos'
    ],
    replaced: {
      '../argon2/argon2.js': '// nobody signs in\n',
      'lib/vscode/node_modules/native-watchdog/index.js': WATCHDOG,
      'lib/vscode/node_modules/@vscode/ripgrep/index.js': `exports.rgPath = '';\n`,
      'lib/vscode/node_modules/@vscode/spdlog/index.js': SPDLOG
    }
  }
};

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
function leaveOut(vscode, leftOut) {
  const names = [...leftOut, ...Object.keys(COMPILED)];
  const drop = manifest => names.forEach(name => delete manifest.dependencies[name]);
  editJson(join(vscode, 'package.json'), manifest => {
    drop(manifest);
    Object.assign(manifest.dependencies, COMPILED);
    delete manifest.overrides;
    delete manifest.resolutions;
  });
  editJson(join(vscode, 'npm-shrinkwrap.json'), lock => drop(lock.packages['']));
}

async function install(folder, { version, leftOut, replaced }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await npmInstall({ name: 'code-server', cwd: folder, more: [`code-server@${version}`] });
  const server = join(folder, 'node_modules', 'code-server');
  const vscode = join(server, 'lib', 'vscode');
  leaveOut(vscode, leftOut);
  const extensions = join(vscode, 'extensions');
  for (const [name, cwd] of Object.entries({ packages: vscode, extensions })) {
    // betas of the terminal ask for betas of one another that are not those which are locked
    const more = ['--omit=dev', '--legacy-peer-deps'];
    await npmInstall({ name: `code-server-${name}`, cwd, more });
  }
  for (const [path, code] of Object.entries(replaced)) {
    mkdirSync(dirname(join(server, path)), { recursive: true });
    writeFileSync(join(server, path), code);
  }
  for (const name of UNUSED_EXTENSIONS) {
    rmSync(join(extensions, name), { recursive: true, force: true });
  }
}

/**
 * Installs code-server, which is VS Code for browsers, in `.build`, without running any script of a package and without
 * a compiler, and the Node that it needs. Returns the command that starts it.
 *
 * @param {'newest' | 'oldest'} release
 * @returns {Promise<{ node: string, entry: string }>}
 */
export async function installCodeServer(release) {
  const { version, node: nodeRelease } = RELEASES[release];
  const node = await installNode(nodeRelease);
  const path = join('.build', 'code-server', version);
  const folder = at(path);
  const entry = join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
  await whenChanged({
    name: `code-server-${version}`,
    title: TITLE,
    inputs: ['scripts/steps/codeServer.mjs'],
    outputs: [path],
    work: async () => {
      const unfinished = `${folder}.unfinished`;
      [folder, unfinished].forEach(each => rmSync(each, { recursive: true, force: true }));
      await install(unfinished, RELEASES[release]);
      renameSync(unfinished, folder);
    }
  });
  if (!existsSync(entry)) throw new Error(`code-server ${version} has no ${entry}`);
  return { node, entry };
}
