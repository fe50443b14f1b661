import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { isObject } from '../../../base/isObject';
import {
  type LaunchOptions,
  type ProcessHandle,
  nodeBinding
} from '../../../sources/process/nodeInternals';
import { MEMBERS_VARIABLE, type MemberSite } from './memberPlace';
import { NODE_OPTIONS, optionsInFiles, withRequired } from './nodeOptions';
import { isNode, nameMissing, noteChild, titleOf } from './startedChildren';
import { wrapMethod } from './wrapMethod';

const { apply } = Reflect;

/** Flags of a Node that may not read the module it would have to load. */
const PERMISSIONS = /^--(experimental-)?permission$/;

const RESTRICTED = 'was not recorded: it runs with --permission, and may not load the profiler';

/** How the entry of the variable in an environment begins. */
const PREFIX = `${NODE_OPTIONS}=`;

/**
 * Has every Node program that this process launches, or that a shell does for it, record itself. The
 * environment of this process stays as it is: two variables are added to what children are given, where
 * Node has made of the program's options what the system gets. So Node alone reads these options, and
 * says what is wrong with them.
 */
export function hookLaunches(site: MemberSite): void {
  const handles = nodeBinding('process_wrap')?.Process.prototype;
  if (handles !== undefined) {
    wrapMethod(
      handles,
      'spawn',
      original =>
        function (this: unknown, ...args) {
          const { 0: options } = args;
          const launch = intrinsics.aside(() => launchBy(options, site));
          args[0] = launch.given;
          const result = apply(original, this, args);
          if (result !== 0) return result;
          const handle = this as ProcessHandle;
          intrinsics.aside(() => {
            noteChild(handle, options as LaunchOptions);
            if (launch.isRestricted) nameRestricted(site, launch, handle.pid);
          });
          return result;
        }
    );
  }
  const waiting = nodeBinding('spawn_sync');
  if (waiting === null) return;
  wrapMethod(
    waiting,
    'spawn',
    original =>
      function (this: unknown, ...args) {
        const launch = intrinsics.aside(() => launchBy(args[0], site));
        args[0] = launch.given;
        const result = apply(original, this, args);
        if (launch.isRestricted && isObject(result)) {
          intrinsics.aside(() => nameRestricted(site, launch, Reflect.get(result, 'pid')));
        }
        return result;
      }
  );
}

/** A launch as it is passed on. */
interface Launch {
  readonly given: unknown;
  /** Whether a process of Node is launched that may not load the profiler. */
  readonly isRestricted: boolean;
}

/** The launch that some options ask for, with an environment that makes the process a member if it may be one. */
function launchBy(options: unknown, { folder, registerFile }: MemberSite): Launch {
  if (folder === null || !isObject(options)) return { given: options, isRestricted: false };
  const { envPairs } = options as LaunchOptions;
  const nodeOptions = givenOptions(options);
  if (isRestricted(options, nodeOptions)) return { given: options, isRestricted: isNode(options) };
  if (!Array.isArray(envPairs)) return { given: options, isRestricted: false };
  const given = {
    ...options,
    envPairs: [
      ...envPairs.map(String).filter(pair => !pair.startsWith(PREFIX)),
      PREFIX + withRequired(nodeOptions, registerFile),
      `${MEMBERS_VARIABLE}=${folder}`
    ]
  };
  return { given, isRestricted: false };
}

/** The value of `NODE_OPTIONS` that a process is given, by its environment or by the files of `--env-file`. */
function givenOptions({ envPairs, args, cwd }: LaunchOptions): string | undefined {
  const pairs = Array.isArray(envPairs) ? envPairs.map(String) : [];
  const pair = pairs.find(each => each.startsWith(PREFIX));
  if (pair !== undefined) return pair.slice(PREFIX.length);
  return optionsInFiles(textsOf(args), typeof cwd === 'string' ? cwd : '');
}

function isRestricted({ args }: LaunchOptions, given = ''): boolean {
  return [...textsOf(args), ...given.split(/\s+/)].some(word => PERMISSIONS.test(word));
}

function textsOf(args: unknown): string[] {
  return Array.isArray(args) ? args.filter(arg => typeof arg === 'string') : [];
}

/** Names a process that may not load what it would have to as missing from the recording. */
function nameRestricted({ folder }: MemberSite, { given }: Launch, pid: unknown): void {
  if (folder === null || typeof pid !== 'number' || pid <= 0 || !isObject(given)) return;
  nameMissing(folder, { pid, title: titleOf(pid, given) }, RESTRICTED);
}
