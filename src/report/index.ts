export * from './byteOrder';
export * from './diffTable';
export * from './dumpsJson';
export * from './dumpsTable';
export * from './profileNotes';
export * from './statistics';
export * from './summaryLine';
