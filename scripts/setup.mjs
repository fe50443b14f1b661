import { buildProduct } from './steps/builds.mjs';
import { installNpmPackages } from './steps/npmPackages.mjs';
import { installPythonPackages } from './steps/pythonEnvironment.mjs';
import { findPython, requireNode } from './steps/requirements.mjs';
import { installWheel } from './steps/wheel.mjs';

/**
 * Makes a fresh clone ready: packages, builds, and the wheel installed into `.venv`. What is up to
 * date is skipped. `selection` is `'product'` or `'all'` (what the tests need too).
 */
export async function setUp(selection) {
  requireNode();
  const python = findPython();
  console.log(`✓ Node ${process.versions.node}, Python ${python.version}`);
  await Promise.all([installNpmPackages(selection), installPythonPackages(python, selection)]);
  await buildProduct();
  await installWheel();
}
