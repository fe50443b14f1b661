import { messageOf } from '../../../src/open';
import { DatabaseFileError, type FileBytes, readFile } from './readFile';

/** The entry of the worker that reads files, so that the page answers meanwhile: one file, one answer. */
self.onmessage = ({ data }: MessageEvent<FileBytes>) => {
  try {
    const read = readFile(data);
    self.postMessage({ read }, { transfer: [read.kscope.buffer] });
  } catch (error) {
    self.postMessage({ error: messageOf(error), isDatabase: error instanceof DatabaseFileError });
  }
};
