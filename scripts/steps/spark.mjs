import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runStep, sayUpToDate } from './command.mjs';
import { installFromDebian, isDebian } from './debian.mjs';
import { at, venvExecutable } from './paths.mjs';
import { contentStamp, stampMatches, writeStamp } from './stamp.mjs';

const REQUIREMENTS = 'scripts/python/sparkRequirements.txt';
const TITLE = 'Installing Spark, on which ranks are compared in tests';
const LEAST_JAVA = 17;
const PACKAGE = 'openjdk-17-jre-headless';
const CURE = `install Java ${LEAST_JAVA} or later, then run this again`;

/** The major version of the Java that Spark finds; 0 if there is none. */
function javaVersion() {
  const { JAVA_HOME } = process.env;
  const java = JAVA_HOME ? join(JAVA_HOME, 'bin', 'java') : 'java';
  const { status, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return status === 0 ? Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) : 0;
}

async function hasJava() {
  if (javaVersion() >= LEAST_JAVA) return true;
  if (isDebian()) {
    const title = 'Installing Java';
    await installFromDebian({ name: 'java', title, packageName: PACKAGE, cure: CURE });
  }
  return javaVersion() >= LEAST_JAVA;
}

/** The folder of a Python environment with Spark; null, after a line that says why, where there can be none. */
export async function installSpark() {
  const isLinux = process.platform === 'linux';
  if (!isLinux || !(await hasJava())) {
    const why = isLinux ? CURE : 'its cluster runs on Linux alone';
    console.log(`• The tests of the Spark engine are left out: ${why}`);
    return null;
  }
  const folder = at('.build', 'spark');
  const stampPath = join(folder, '.kernelscope-stamp');
  const stamp = contentStamp([REQUIREMENTS], process.version);
  if (stampMatches(stampPath, stamp)) {
    sayUpToDate(TITLE);
    return folder;
  }
  const step = (name, title, command) =>
    runStep({ name, title, command, cure: 'check the Python package index, then run this again' });
  const venv = [venvExecutable('python'), '-m', 'venv', '--clear', folder];
  await step('spark-venv', 'Making a Python environment for Spark', venv);
  const pip = [join(folder, 'bin', 'python'), '-m', 'pip', '--disable-pip-version-check'];
  await step('spark', TITLE, [...pip, 'install', '-r', at(REQUIREMENTS)]);
  writeStamp(stampPath, stamp);
  return folder;
}
