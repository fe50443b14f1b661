import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installFromDebian, isDebian } from './debian.mjs';
import { installApart } from './pythonEnvironment.mjs';

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
  return installApart({ name: 'spark', title: TITLE, requirements: REQUIREMENTS });
}
