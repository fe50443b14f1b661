import { spawnSync } from 'node:child_process';
import { StepError } from './stepError.mjs';

const PYTHON_PROBE = `
import sys
missing = []
for name in ("venv", "ensurepip"):
    try:
        __import__(name)
    except ImportError:
        missing.append(name)
print("%d.%d.%d" % sys.version_info[:3], ",".join(missing))
`;

/**
 * True for Node 20.19 or later in line 20, and 22.12 or later.
 *
 * @param {string} version
 */
export function isSupportedNode(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

/** Throws unless this Node is supported. */
export function requireNode(version = process.versions.node) {
  if (!isSupportedNode(version)) {
    throw new StepError(
      `Node ${version} is too old`,
      'install Node 20.19 or later, or 22.12 or later, from https://nodejs.org and run this again'
    );
  }
}

function probe(command) {
  const { status, stdout } = spawnSync(command[0], [...command.slice(1), '-c', PYTHON_PROBE], {
    encoding: 'utf8'
  });
  if (status !== 0) return undefined;
  const [version, missing = ''] = stdout.trim().split(' ');
  return { command, version, missing };
}

function requireVenv({ version, missing }) {
  if (!missing) return;
  const minor = version.split('.').slice(0, 2).join('.');
  throw new StepError(
    `Python ${version} has no ${missing}`,
    `install it (on Debian or Ubuntu: apt-get install python${minor}-venv) and run this again`
  );
}

const isRecent = ({ version }) => {
  const [major, minor] = version.split('.').map(Number);
  return major === 3 && minor >= 10;
};

/**
 * The first Python on this machine that is 3.10 or later and can make environments, as
 * `{ command, version }`; throws a `StepError` when there is none.
 *
 * @param {string[][]} candidates commands to try, in this order
 */
export function findPython(candidates = [['python3'], ['python'], ['py', '-3']]) {
  const found = candidates.map(probe).filter(python => python !== undefined);
  const recent = found.find(isRecent);
  if (recent) {
    requireVenv(recent);
    return recent;
  }
  const what = found.length > 0 ? `Python ${found[0].version} is too old` : 'Python was not found';
  throw new StepError(what, 'install Python 3.10 or later, so that `python3` runs it');
}
