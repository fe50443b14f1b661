import path from 'node:path';
import typescript from 'typescript';
import { TypeOutlines } from './typeOutlines';

type ModuleResolver = NonNullable<typescript.CompilerHost['resolveModuleNameLiterals']>;
type WatchHost = Pick<
  typescript.ProgramHost<never> & typescript.WatchHost,
  'readFile' | 'watchFile' | 'watchDirectory'
>;

/** The folder of the kernel, with a separator at its end, as TypeScript writes it. */
const KERNEL = `${path.join(__dirname, '..').replaceAll('\\', '/')}/`;

const NOTHING: typescript.FileWatcher = { close: () => undefined };

/** True for a file that belongs to the kernel, and does not change while it runs. */
export function isOfKernel(file: string): boolean {
  return file.startsWith(KERNEL);
}

/** The kernel's own types. */
const types = new TypeOutlines(`${KERNEL}types/`);

/**
 * Has `host` watch no file and no folder of the kernel, and read the outlines of its types: each program needs
 * {@link linkKernelTypes} then.
 */
export function withKernelFiles<Host extends WatchHost>(host: Host): Host {
  const watchFile = host.watchFile.bind(host);
  const watchDirectory = host.watchDirectory.bind(host);
  const readFile = host.readFile.bind(host);
  return Object.assign(host, {
    readFile: (...inputs: Parameters<typeof readFile>) =>
      types.read(inputs[0]) ?? readFile(...inputs),
    watchFile: (...inputs: Parameters<typeof watchFile>) =>
      isOfKernel(inputs[0]) ? NOTHING : watchFile(...inputs),
    watchDirectory: (...inputs: Parameters<typeof watchDirectory>) =>
      isOfKernel(inputs[0]) ? NOTHING : watchDirectory(...inputs)
  });
}

/** Has what the outlines of the kernel's types leave out follow when the program needs it, see {@link TypeOutlines}. */
export function linkKernelTypes(program: typescript.Program): void {
  types.link(program);
}

/** Hosts that do so already. */
const resolvers = new WeakSet<object>();

/**
 * Has `host` look for what the kernel's own types import nowhere but among themselves. Other modules that
 * they name are declared in them: TypeScript would look for each in all `node_modules` above, and watch
 * those from then on, with every folder in them.
 */
export function resolveKernelTypes(host: typescript.CompilerHost): void {
  if (resolvers.has(host)) return;
  resolvers.add(host);
  const general = host.resolveModuleNameLiterals?.bind(host);
  if (!general) return;
  const resolve: ModuleResolver = (literals, containingFile, redirected, options, ...rest) =>
    isOfKernel(containingFile)
      ? literals.map(({ text }) => resolveOwn(text, containingFile, options, host))
      : general(literals, containingFile, redirected, options, ...rest);
  host.resolveModuleNameLiterals = resolve;
}

function resolveOwn(
  name: string,
  containingFile: string,
  options: typescript.CompilerOptions,
  host: typescript.CompilerHost
): typescript.ResolvedModuleWithFailedLookupLocations {
  return name.startsWith('.')
    ? typescript.resolveModuleName(name, containingFile, options, host)
    : { resolvedModule: undefined };
}
