import { InstantScope } from './profile';

/** The name of an instant's scope. */
export type InstantScopeName = keyof typeof InstantScope;

const NAMES = Object.keys(InstantScope) as InstantScopeName[];

/** The name of one of {@link InstantScope}. */
export function instantScopeName(code: number): InstantScopeName {
  return NAMES.find(name => InstantScope[name] === code) ?? 'thread';
}
