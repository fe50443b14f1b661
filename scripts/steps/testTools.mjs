import { findChromium } from './chromium.mjs';
import { installCodeServer } from './codeServer.mjs';
import { installGoPprof } from './goPprof.mjs';
import { installMoto } from './moto.mjs';
import { installPackageChecks, installRuntimes, installVsce } from './packagingTools.mjs';
import { installNode } from './secondNode.mjs';
import { installSpark } from './spark.mjs';
import { installTestRunners } from './testRunners.mjs';

async function vscode(release) {
  const { node, entry } = await installCodeServer(release);
  const vsce = await installVsce();
  return {
    KERNELSCOPE_VSCODE: release,
    KERNELSCOPE_CODE_SERVER: entry,
    KERNELSCOPE_CODE_SERVER_NODE: node,
    KERNELSCOPE_VSCE: vsce
  };
}

/** What tests need besides the set-up: each installs a program if need be, and gives the variables that name it. */
const TOOLS = {
  chromium: async () => ({ CHROMIUM_PATH: await findChromium() }),
  pprof: async () => ({ PPROF_PATH: await installGoPprof() }),
  moto: async () => ({ MOTO_PATH: await installMoto() }),
  vscode: () => vscode('newest'),
  oldestVscode: () => vscode('oldest'),
  packaging: async () => {
    await installPackageChecks();
    await installRuntimes();
    return {};
  },
  testRunners: async () => ({ KERNELSCOPE_TEST_RUNNERS: await installTestRunners() }),
  spark: async () => {
    const folder = await installSpark();
    return folder === null ? null : { KERNELSCOPE_SPARK: folder };
  }
};

/**
 * Installs what the tests need of other programs, one after another and each once, in the background: the first
 * runs need none of them.
 */
export class TestTools {
  #installed = new Map();
  #last = Promise.resolve();
  #isNight;

  /** @param {{ isNight: boolean }} of whether the files of the night run too */
  constructor({ isNight }) {
    this.#isNight = isNight;
  }

  /**
   * Begins to install what `run` needs.
   *
   * @param {import('./testRuns.mjs').TestRun} run
   */
  begin({ release, ...run }) {
    this.#namesOf(run).forEach(name => this.#install(name, TOOLS[name]));
    if (release !== undefined) this.#install(`node ${release}`, () => installNode(release));
  }

  /**
   * What `run` runs with, once it is there: `env`, and `node`, its path, where the tests are in another Node; null where a
   * tool cannot be had on this machine.
   *
   * @param {import('./testRuns.mjs').TestRun} run
   */
  async of({ release, isInNode = false, ...run }) {
    const environments = await Promise.all(
      this.#namesOf(run).map(name => this.#installed.get(name))
    );
    if (environments.includes(null)) return null;
    const env = Object.assign({}, ...environments);
    if (release === undefined) return { env };
    const path = await this.#installed.get(`node ${release}`);
    return isInNode ? { env, node: path } : { env: { ...env, KERNELSCOPE_NODE: path } };
  }

  #namesOf({ tools = [], nightlyTools = [] }) {
    return this.#isNight ? [...tools, ...nightlyTools] : tools;
  }

  #install(name, work) {
    if (this.#installed.has(name)) return;
    const done = this.#last.then(work);
    this.#installed.set(name, done);
    this.#last = done.catch(() => undefined);
  }
}
