import { ProtobufReader, Wire } from '../shared/bytes/protobufReader';
import { PARTIAL_SUCCESS, RESPONSE } from './otlpSchema';

/**
 * The number of profiles that a receiver did not take, by its `ExportProfilesServiceResponse`.
 *
 * @throws ProtobufError for anything else
 */
export function rejectedProfiles(answer: Uint8Array): number {
  const reader = new ProtobufReader(answer);
  let rejected = 0;
  while (reader.next()) {
    if (reader.field !== RESPONSE.partialSuccess || reader.wire !== Wire.bytes) reader.skip();
    else reader.within(() => (rejected = readRejected(reader)));
  }
  return rejected;
}

function readRejected(reader: ProtobufReader): number {
  let rejected = 0;
  while (reader.next()) {
    if (reader.field === PARTIAL_SUCCESS.rejectedProfiles) rejected = reader.int();
    else reader.skip();
  }
  return rejected;
}
