export * from './bundle';
export * from './profile';
export * from './profileBuilder';
export { StringTable } from './stringTable';
