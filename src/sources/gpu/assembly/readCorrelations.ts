import { tokenOfNumber } from '../records/operatorNumbers';
import type { AssemblyInput } from './assemblyInput';
import { Correlations } from './correlations';

/** First pass: which calls and operators there are, since records of operators may come late. */
export function readCorrelations(input: AssemblyInput): Correlations {
  const { parts, context, threadId } = input;
  const most = parts.reduce(
    (sum, { batch }) => sum + batch.calls.length + batch.externalIds.length,
    0
  );
  const correlations = new Correlations(most);
  for (const { batch } of parts) {
    const shift = Number(batch.originNs - context.originNs);
    const { length, start, correlation, isDriver } = batch.calls;
    for (let row = 0; row < length; row++) {
      correlations.noteCall(correlation[row], start[row] + shift, isDriver[row]);
    }
    const { id, ...external } = batch.externalIds;
    for (let row = 0; row < external.length; row++) {
      const token = tokenOfNumber(id[row], threadId);
      const entry = correlations.entry(external.correlation[row]);
      correlations.token[entry] = token;
      const slice = token < 0 ? -1 : input.sliceOf(token);
      correlations.operator[entry] = slice < 0 ? -1 : context.rowOfToken(slice);
    }
  }
  return correlations;
}
