import type { ProfileFormat } from '../shared/format';
import type { FileStart } from '../shared/imported/fileStart';
import { readPerfettoTrace } from './read';
import { ProtobufError, ProtobufReader, Wire } from '../shared/protobufReader';
import { encodePerfetto } from './write';

/** The byte before each packet of a trace. */
const PACKET_TAG = 0x0a;
/** Packets at the beginning of a file that are looked at. */
const PACKETS = 8;

/** Perfetto's TrackEvent protobuf, https://perfetto.dev/docs/reference/trace-packet-proto. */
export const PERFETTO = {
  id: 'perfetto',
  title: trans => trans.__('Perfetto trace'),
  mediaType: 'application/octet-stream',
  endings: [
    { ending: '.perfetto-trace', help: 'Perfetto trace (ui.perfetto.dev)' },
    { ending: '.perfetto-trace.gz', help: 'Perfetto trace, gzipped' }
  ],
  write: {
    encode: ({ profile }) => encodePerfetto(profile),
    contents: (_, trans) => trans.__('Tracks, counters, flows, arguments and CPU samples')
  },
  read: {
    from: 'bytes',
    name: 'a Perfetto trace',
    recognise: start => perfettoMatch(start),
    decode: (bytes, { facts }) => readPerfettoTrace(bytes, facts),
    // it tells of records that it does not read
    hasNothing: () => true
  }
} satisfies ProfileFormat;

/** Whether the first packets follow each other as those of a trace do; the last may be cut off. */
function perfettoMatch(start: FileStart): 'certain' | 'possible' | null {
  const reader = new ProtobufReader(start.bytes);
  try {
    let packet = 0;
    while (packet < PACKETS && reader.next() && isPacket(reader)) packet++;
    const isTrace = packet === PACKETS || (packet > 0 && reader.at >= start.bytes.length);
    return isTrace ? 'certain' : null;
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    return start.bytes[0] === PACKET_TAG && !start.isJson ? 'possible' : null;
  }
}

/** Passes a packet; false for another field. */
function isPacket(reader: ProtobufReader): boolean {
  if (reader.field !== 1 || reader.wire !== Wire.bytes) return false;
  reader.within(() => skipFields(reader));
  return true;
}

function skipFields(reader: ProtobufReader): void {
  while (reader.next()) reader.skip();
}
