import type { Profile } from '../model/profile';
import type { PerfettoInterning } from './perfettoInterning';
import type { ProtobufWriter } from './protobufWriter';
import type { SliceDetails } from './sliceDetails';

/** What the slices of one packet sequence are written with. */
export interface SliceOutput {
  readonly writer: ProtobufWriter;
  readonly interning: PerfettoInterning;
  readonly details: SliceDetails;
  readonly profile: Profile;
  readonly sequence: number;
}
