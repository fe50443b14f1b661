import { buildProduct } from './steps/builds.mjs';
import { compileAddon, compilesWithoutPackages } from './steps/nativeAddon.mjs';
import { installNpmPackages } from './steps/npmPackages.mjs';
import { installPythonPackages, installTestPackages } from './steps/pythonEnvironment.mjs';
import { findPython, requireNode } from './steps/requirements.mjs';
import { installNodes } from './steps/secondNode.mjs';
import { installWheel } from './steps/wheel.mjs';

/**
 * Makes a fresh clone ready: packages, builds, and the wheel installed into `.venv`. What is up to
 * date is skipped. `selection` is `'product'` or `'all'` (what the tests need too, among it all releases of Node).
 *
 * @param {'product' | 'all'} selection
 */
export async function setUp(selection) {
  requireNode();
  const python = findPython();
  console.log(`✓ Node ${process.versions.node}, Python ${python.version}`);
  const builder = installPythonPackages(python);
  const more = selection === 'all' ? builder.then(() => installTestPackages(python)) : builder;
  // the wheel of the tests is whole: it has the addon for V8 of each release
  const nodes = builder.then(() => installNodes(selection));
  // npm mostly waits for the network
  const addon = compilesWithoutPackages() ? compileAddon() : undefined;
  const built = Promise.all([installNpmPackages(selection), nodes]).then(() =>
    buildProduct(builder)
  );
  await Promise.all([built, more, addon]);
  await installWheel();
}
