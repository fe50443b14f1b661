/**
 * For tests whose subject is sampled time or memory: how much a sample finds is partly chance, and a pause of the
 * machine can fall into a measurement. Of a healthy product each run holds with a probability of at least 0.9, so that
 * five in a row fail once in 10⁵. `npm test` counts and names those that needed more than one run.
 */
export const SAMPLED = { retry: 4 } as const;
