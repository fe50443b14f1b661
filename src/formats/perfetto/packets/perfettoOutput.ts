import type { Profile } from '../../../model/profile/profile';
import type { PerfettoInterning } from './perfettoInterning';
import type { ProtobufWriter } from '../../shared/bytes/protobufWriter';
import type { SliceDetails } from '../../shared/rows/sliceDetails';

/** The context for writing the slices of one packet sequence. */
export interface SliceOutput {
  readonly writer: ProtobufWriter;
  readonly interning: PerfettoInterning;
  readonly details: SliceDetails;
  readonly profile: Profile;
  /** 1 for each label whose slices have their own titles; null if there is none. */
  readonly numbered: Uint8Array | null;
  readonly sequence: number;
}
