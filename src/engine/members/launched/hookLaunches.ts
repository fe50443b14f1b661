import childProcess, { ChildProcess } from 'node:child_process';
import type { MemberSite } from './memberPlace';
import { MEMBERS_VARIABLE } from './memberPlace';
import { NODE_OPTIONS, withRequired } from './nodeOptions';
import type { AnyMethod } from './wrapMethod';
import { noteChild } from './startedChildren';
import { wrapMethod } from './wrapMethod';

/** Flags of a Node that may not read the module it would have to load. */
const PERMISSIONS = /^--(experimental-)?permission$/;

/**
 * Has every Node program that this process launches, or that a shell does for it, record itself. The
 * environment of this process stays as it is: two variables are added to what children are given.
 */
export function hookLaunches(site: MemberSite): void {
  wrapMethod(
    ChildProcess.prototype,
    'spawn',
    original =>
      function (this: unknown, options: unknown, ...rest) {
        const result = Reflect.apply(original, this, [withPairs(options, site), ...rest]);
        noteChild(this as ChildProcess);
        return result;
      }
  );
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    wrapMethod(childProcess, name, original => launchingWith(site, original, name));
  }
}

/** The options of an asynchronous launch, whose environment is a list of `NAME=value`. */
function withPairs(options: unknown, { folder, registerFile }: MemberSite): unknown {
  if (folder === null || typeof options !== 'object' || options === null) return options;
  const { envPairs, args } = options as { envPairs?: unknown; args?: unknown };
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

/** A synchronous launch: `(file, args?, options?)`, or `(command, options?)`. */
function launchingWith(site: MemberSite, original: AnyMethod, name: string): AnyMethod {
  return function (this: unknown, ...args) {
    const hasList = name !== 'execSync' && (Array.isArray(args[1]) || args[1] == null);
    const at = hasList ? 2 : 1;
    const options = args[at] ?? {};
    const { folder, registerFile } = site;
    if (folder === null || typeof options !== 'object' || isRestricted(args[1])) {
      return Reflect.apply(original, this, args);
    }
    const given = [...args];
    given[at] = { ...options, env: withVariables(envOf(options), registerFile, folder) };
    return Reflect.apply(original, this, given);
  };
}

function envOf(options: object): NodeJS.ProcessEnv {
  const { env } = options as { env?: NodeJS.ProcessEnv | null };
  return env ?? process.env;
}

/** The environment of a process that makes it a member. */
function withVariables(
  env: NodeJS.ProcessEnv,
  registerFile: string,
  folder: string
): NodeJS.ProcessEnv {
  return {
    ...env,
    [NODE_OPTIONS]: withRequired(env[NODE_OPTIONS], registerFile),
    [MEMBERS_VARIABLE]: folder
  };
}

function isRestricted(args: unknown): boolean {
  return Array.isArray(args) && args.some(arg => typeof arg === 'string' && PERMISSIONS.test(arg));
}
