import { isObject } from '../../../base/isObject';
import { type LaunchOptions, nodeBinding } from '../../../sources/process/nodeInternals';
import { MEMBERS_VARIABLE, type MemberSite } from './memberPlace';
import { NODE_OPTIONS, withRequired } from './nodeOptions';
import { noteChild } from './startedChildren';
import { wrapMethod } from './wrapMethod';

/** Flags of a Node that may not read the module it would have to load. */
const PERMISSIONS = /^--(experimental-)?permission$/;

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
        function (this: unknown, options, ...rest) {
          const result = Reflect.apply(original, this, [withPairs(options, site), ...rest]);
          if (result === 0) noteChild(this as typeof handles, options as LaunchOptions);
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
      function (this: unknown, options, ...rest) {
        return Reflect.apply(original, this, [withPairs(options, site), ...rest]);
      }
  );
}

/** The options of a launch, with an environment that makes the process a member. */
function withPairs(options: unknown, { folder, registerFile }: MemberSite): unknown {
  if (folder === null || !isObject(options)) return options;
  const { envPairs, args } = options as LaunchOptions;
  if (!Array.isArray(envPairs) || isRestricted(args)) return options;
  const pairs = envPairs.map(String);
  const prefix = `${NODE_OPTIONS}=`;
  const given = pairs.find(pair => pair.startsWith(prefix))?.slice(prefix.length);
  return {
    ...options,
    envPairs: [
      ...pairs.filter(pair => !pair.startsWith(prefix)),
      prefix + withRequired(given, registerFile),
      `${MEMBERS_VARIABLE}=${folder}`
    ]
  };
}

function isRestricted(args: unknown): boolean {
  return Array.isArray(args) && args.some(arg => typeof arg === 'string' && PERMISSIONS.test(arg));
}
