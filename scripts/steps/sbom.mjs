import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { announce } from './command.mjs';
import { at, npmCommand, root } from './paths.mjs';

/** Where the bill of materials of the wheel is made. */
export const WHEEL_SBOM = 'kernel-bridge/dist/kernelscope.cdx.json';

const readJson = (...path) => JSON.parse(readFileSync(at(...path), 'utf8'));

/** Packages of the repository itself. */
const OWN = ['kernelscope', 'kernelscope-repository'];

/** The packages in the kernel and in the extension, as `[{ name, version }]`. */
function packagesOfWheel() {
  const { packages } = readJson('extension/labextension/static/third-party-licenses.json');
  const inExtension = packages.map(({ name, versionInfo }) => ({ name, version: versionInfo }));
  return [...readJson('kernel-bridge/dist/bundledPackages.json'), ...inExtension];
}

/** Workspaces whose dependencies are in what is published, or in the bundles of that. */
const WORKSPACES = ['src', 'kernel-bridge', 'extension'].flatMap(name => ['-w', name]);

/** npm's bill of all that these have in the lockfile. */
function billOfLockfile() {
  const [npm, ...first] = npmCommand();
  const args = [
    ...first,
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    ...WORKSPACES
  ];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 };
  return JSON.parse(execFileSync(npm, args, options));
}

/** The purl of a package of npm, without qualifiers. */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The bill of materials of what contains `packages`, in the format of CycloneDX: npm's entries of these alone, under
 * the given `component`. It has neither a time nor a serial number, and so is the same for the same packages.
 *
 * @throws Error naming the packages that the lockfile does not have
 */
export function billOfMaterials(lockfile, component, packages) {
  const wanted = new Map(
    packages.filter(({ name }) => !OWN.includes(name)).map(each => [purlOf(each), each])
  );
  const entries = new Map(lockfile.components.map(each => [each.purl.split('?')[0], each]));
  const missing = [...wanted.keys()].filter(purl => !entries.has(purl));
  if (missing.length > 0) throw new Error(`The lockfile has no ${missing.join(', ')}`);
  const components = [...wanted.keys()]
    .sort()
    .map(purl => ({ ...entries.get(purl), scope: 'required' }));
  const refs = new Set(components.map(each => each['bom-ref']));
  const dependencies = lockfile.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(on => refs.has(on)) }));
  const { $schema, bomFormat, specVersion, version, metadata } = lockfile;
  return {
    ...{ $schema, bomFormat, specVersion, version },
    metadata: { lifecycles: [{ phase: 'build' }], tools: metadata.tools, component },
    components,
    dependencies: [{ ref: component['bom-ref'], dependsOn: [...refs] }, ...dependencies]
  };
}

function productComponent(type) {
  const { name, version, description, license } = readJson('src', 'package.json');
  const purl = `pkg:${type}/${name}@${version}`;
  const licenses = [{ license: { id: license } }];
  return { 'bom-ref': purl, type: 'application', name, version, description, licenses, purl };
}

function writeBill(file, type, packages) {
  const bill = billOfMaterials(billOfLockfile(), productComponent(type), packages);
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}

/** Writes the bill of materials of the wheel, once the kernel and the extension are built. */
export const writeWheelBill = () =>
  announce('Writing the bill of materials', async () =>
    writeBill(at(WHEEL_SBOM), 'pypi', packagesOfWheel())
  );

/** Writes that of the npm package, of what its bundles contain, to `file`. */
export const writeNpmBill = file =>
  writeBill(file, 'npm', readJson('src', 'lib', 'bundle', 'bundledPackages.json'));
