import { answerCall } from './answerCall';
import type { McpCall } from './callProcesses';

/**
 * A process that answers one call and ends. A profile that takes all memory, or makes a native library fail, ends it
 * and not the server.
 */
process.once('message', (call: McpCall) => {
  void answerCall(call).then(answer => process.send?.(answer, () => process.disconnect()));
});

process.once('disconnect', () => process.exit());
