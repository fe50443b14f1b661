import { randomUUID } from 'node:crypto';
import { intrinsics, OwnWeakMap } from 'kernelscope/host';
import type { OutputLimits } from './display';
import type { OutputOwner } from './outputContext';
import type { OutputFiles } from './outputFiles';
import { CellOutput } from './outputLimit';

/** The limits of a kernel's cells. Waiting outputs, those of a repetition, have a separate limit. */
export function createOutputLimits(files: OutputFiles, now: () => number): OutputLimits {
  const outputs = new OwnWeakMap<object, CellOutput>();
  let newest: CellOutput | null = null;
  const keyOf = (owner: OutputOwner): object => owner.held ?? owner.request;
  return {
    admit(owner, text, show) {
      let output = outputs.get(keyOf(owner));
      if (output === undefined) {
        output = intrinsics.own(() => createOutput(files, owner, { now, show }));
        outputs.set(keyOf(owner), output);
      }
      if (newest !== output) {
        newest?.save();
        newest = output;
      }
      return output.admit(text);
    },
    save: () => newest?.save(),
    drop: held => outputs.get(held)?.forget(),
    settle: owner => outputs.get(keyOf(owner))?.settle()
  };
}

function createOutput(
  files: OutputFiles,
  { request }: OutputOwner,
  { now, show }: { readonly now: () => number; readonly show: Parameters<OutputLimits['admit']>[2] }
): CellOutput {
  const cellId = request.metadata['cellId'];
  const transient = { display_id: `long-output-${randomUUID()}` };
  return new CellOutput({
    now,
    createFile: () =>
      files.create({
        requestId: request.header.msg_id,
        cellId: typeof cellId === 'string' ? cellId : undefined
      }),
    note: (text, isUpdate) => show({ data: { 'text/plain': text }, transient }, isUpdate)
  });
}
