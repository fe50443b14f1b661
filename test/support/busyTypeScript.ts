import { compileModule } from './compiledModule';

/** A module whose function computes for a while at line 8 of its TypeScript, after types that are not in its JavaScript. */
const SOURCE = `
interface Work {
  readonly rounds: number;
}

type Total = { sum: number };

export function busyInTypeScript({ rounds }: Work): Total {
  const total: Total = { sum: 0 };
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < 1e6; i++) total.sum += Math.sqrt(i);
  }
  return total;
}
`;

/** Compiles the module as `NAME.ts` into a folder; its map lies beside it. */
export function busyInTypeScript(folder: string, name: string): (work: Work) => unknown {
  const { exports } = compileModule<{ busyInTypeScript(work: Work): unknown }>(
    ...([folder, name, SOURCE, 'beside'] as const)
  );
  return work => exports.busyInTypeScript(work);
}

interface Work {
  readonly rounds: number;
}
