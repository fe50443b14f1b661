import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { serialize } from 'node:v8';
import { brotliCompress, constants } from 'node:zlib';
import { runStep, sayUpToDate } from './command.mjs';
import { withLock } from './lock.mjs';
import { ADDON, ADDON_FLAGS, compileAddon } from './nativeAddon.mjs';
import { at } from './paths.mjs';
import { stampMatches, writeStamp } from './stamp.mjs';
import { StepError } from './stepError.mjs';

const KERNEL = at('kernel-bridge', 'dist', 'kernel');
const BARE = at('test', 'gpu', 'bare');

/** Packages that the bundles load at run time, if they are there. */
const EXTERNAL = ['koffi', '@duckdb/node-api', 'tsx'];

/** Most bytes of the folder: it has to travel with the repository within 64 MiB. */
const MOST_BYTES = 40e6;

const compress = promisify(brotliCompress);

/** Node packed, kept for as long as this Node is the same: packing takes a minute of processor time. */
const PACKED_NODE = at('.build', 'packedNode', 'node.xz');

/** Packs one file by xz, branches of x64 first rewritten so that they repeat. */
const PACK_BY_XZ = `
import lzma, sys
filters = [{"id": lzma.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "preset": 7}]
with open(sys.argv[1], "rb") as given, lzma.open(sys.argv[2], "wb", filters=filters) as packed:
    packed.write(given.read())
`;

const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: EXTERNAL,
  logLevel: 'warning'
};

/** The program of the checks, the addon and the peer in Python: all that a machine with Node needs. */
export async function bundleChecks(folder) {
  const { build } = await import('esbuild');
  mkdirSync(folder, { recursive: true });
  await build({
    ...common,
    entryPoints: [at('test', 'gpu', 'main.ts')],
    outfile: join(folder, 'testGpu.cjs'),
    // Names stay, so that the stacks of errors can be read.
    minifyWhitespace: true,
    minifySyntax: true
  });
  await compileAddon();
  copyFileSync(at(ADDON), join(folder, basename(ADDON)));
  copyFileSync(at('test', 'gpu', 'torchPeer.py'), join(folder, 'torchPeer.py'));
}

/**
 * Makes the folder that a machine without Node and network runs: `first.sh` in it, with Node, the addon and
 * its sources, koffi, and the kernel with a notebook.
 */
export async function makeGpuFolder(folder) {
  if (!existsSync(join(KERNEL, 'dist', 'kernel.cjs'))) {
    throw new StepError('The kernel is not built', 'run `npm run build`');
  }
  rmSync(folder, { recursive: true, force: true });
  await bundleChecks(folder);
  copyAddonSources(join(folder, 'addon'));
  copyKoffi(join(folder, 'node_modules'));
  await packKernel(folder);
  await packNode();
  copyFileSync(PACKED_NODE, join(folder, basename(PACKED_NODE)));
  for (const name of readdirSync(BARE).filter(file => !file.endsWith('.ts'))) {
    copyFileSync(join(BARE, name), join(folder, name));
    if (name.endsWith('.sh')) chmodSync(join(folder, name), 0o755);
  }
  checkSize(folder);
}

/** Packs this Node without its symbols. */
function packNode() {
  return withLock('packedNode', async () => {
    const node = realpathSync(process.execPath);
    const { size, mtimeMs } = statSync(node);
    const stamp = `${process.version} ${node} ${size} ${mtimeMs} ${PACK_BY_XZ}`;
    const stampFile = `${PACKED_NODE}.stamp`;
    if (existsSync(PACKED_NODE) && stampMatches(stampFile, stamp)) {
      sayUpToDate('Packing Node');
      return;
    }
    const stripped = join(dirname(PACKED_NODE), 'node');
    rmSync(stampFile, { force: true });
    mkdirSync(dirname(PACKED_NODE), { recursive: true });
    await runStep({
      name: 'strip-node',
      title: 'Taking the symbols out of Node',
      command: ['strip', '-o', stripped, node],
      cure: 'install binutils'
    });
    await runStep({
      name: 'pack-node',
      title: 'Packing Node',
      command: ['python3', '-c', PACK_BY_XZ, stripped, PACKED_NODE],
      cure: 'install Python 3 with its module lzma'
    });
    rmSync(stripped);
    writeStamp(stampFile, stamp);
  });
}

/** The sources, Node-API's headers, and the flags, one a line. */
function copyAddonSources(folder) {
  cpSync(at('src', 'native', 'cc'), join(folder, 'cc'), { recursive: true });
  const headers = at('node_modules', 'node-api-headers', 'include');
  cpSync(headers, join(folder, 'include'), { recursive: true });
  for (const [name, flags] of Object.entries(ADDON_FLAGS)) {
    writeFileSync(join(folder, `${name}.txt`), `${flags.join('\n')}\n`);
  }
}

/** koffi with its binary for this platform alone. */
function copyKoffi(folder) {
  const from = at('node_modules', 'koffi');
  const binaries = `koffi-${process.platform}-${process.arch}`;
  const scope = join('@koromix', binaries);
  if (!existsSync(from) || !existsSync(at('node_modules', scope))) return;
  const scripts = ['package.json', 'LICENSE.txt', ...scriptsIn(from)];
  for (const name of scripts) {
    mkdirSync(dirname(join(folder, 'koffi', name)), { recursive: true });
    copyFileSync(join(from, name), join(folder, 'koffi', name));
  }
  cpSync(at('node_modules', scope), join(folder, scope), {
    recursive: true,
    filter: file => !basename(file).startsWith('musl_')
  });
}

/** The scripts in a package; not what builds it from its sources. */
function scriptsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => /\.(cjs|js)$/.test(name) && !/^(vendor|lib|doc)[\\/]/.test(name)
  );
}

/** Packs the files of the kernel for this Node and platform into one, which `unpackKernel.cjs` unpacks. */
async function packKernel(folder) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...common,
    entryPoints: [at('test', 'gpu', 'bare', 'runNotebook.ts')],
    define: { 'import.meta.url': '__moduleUrl' },
    banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    minify: true,
    write: false
  });
  const files = new Map([[join('dist', 'runNotebook.cjs'), Buffer.from(outputFiles[0].contents)]]);
  for (const name of readdirSync(KERNEL, { recursive: true, encoding: 'utf8' })) {
    const file = join(KERNEL, name);
    if (statSync(file).isFile() && isOfThisMachine(name)) files.set(name, readFileSync(file));
  }
  const whole = serialize(files);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.length
  };
  writeFileSync(join(folder, 'kernel.br'), await compress(whole, { params }));
}

function isOfThisMachine(name) {
  const { platform, arch, versions } = process;
  const [top, ...rest] = name.split(/[\\/]/);
  const inside = rest.join('/');
  if (top === 'native') return false;
  if (top === 'build') {
    // Those of later releases need an older C library: ZeroMQ tries them in turn.
    const isBinary = inside.startsWith(`${platform}/${arch}/`) && !inside.includes('musl');
    return inside === 'manifest.json' || isBinary;
  }
  const release = versions.node.split('.')[0];
  return top !== 'types' || /^kernelscope/.test(inside) || rest[0].endsWith(release);
}

/** Says how large a folder is. @throws StepError if it has more than `most` bytes. */
export function checkSize(folder, most = MOST_BYTES) {
  const bytes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  if (bytes > most) {
    throw new StepError(`${folder} has ${size}, more than ${most / 1e6} MB`, 'leave out files');
  }
  console.log(`✓ ${folder}: ${size}; run \`bash first.sh OUT\` in it, then \`bash second.sh OUT\``);
}
