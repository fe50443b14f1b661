export * from './bundle';
export * from './profile';
export * from './profileBuilder';
export { ProfileError, ProfileVersionError } from './profileError';
export { StringTable } from './stringTable';
export { upgradeProfile } from './upgrade';
export { validateProfile } from './validate';
export { validateBundle } from './validateBundle';
