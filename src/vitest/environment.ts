import os from 'node:os';
import type { ReadOptions } from './profiledOptions';

/** The facts that times depend on: those of different ones are not compared. */
export type Environment = Readonly<Record<EnvironmentFact, string>>;

/** The facts by the words that messages have for them, in order. */
export const ENVIRONMENT_FACTS = [
  'processor',
  'processors',
  'platform',
  'Node',
  'V8',
  'repeat',
  'warmup'
] as const;

/** One of {@link ENVIRONMENT_FACTS}. */
export type EnvironmentFact = (typeof ENVIRONMENT_FACTS)[number];

/** The environment of this process for runs with these options. */
export function environmentOf({ repeat, warmup }: ReadOptions): Environment {
  const { arch, platform, versions } = process;
  const processors = os.cpus();
  return {
    processor: processors.length > 0 ? processors[0].model.trim() : '',
    processors: String(os.availableParallelism()),
    platform: `${platform} ${arch}`,
    Node: versions.node,
    V8: versions.v8,
    repeat: countText(repeat),
    warmup: countText(warmup)
  };
}

function countText(count: number | null): string {
  return count === null ? 'as needed' : String(count);
}

/** The differences between two environments: `Node 20.19.0, here 22.12.0`; empty for nothing. */
export function differences(before: Environment, here: Environment): readonly string[] {
  return ENVIRONMENT_FACTS.filter(fact => before[fact] !== here[fact]).map(
    fact => `${fact} ${before[fact] || 'unknown'}, here ${here[fact] || 'unknown'}`
  );
}
