import { describe, expect, test } from 'vitest';
import { FrameKind } from 'kernelscope/model';
import { readChromeTrace } from '../../../../../src/formats/chrome/read';
import { IMPORT_LIMITS } from '../../../../../src/formats/shared/imported/importLimits';
import { readPerfettoTrace } from '../../../../../src/formats/perfetto/read';
import {
  DEBUG_ANNOTATION,
  EVENT_TYPE,
  PACKET,
  TRACE,
  TRACK_EVENT
} from '../../../../../src/formats/perfetto/perfettoSchema';
import { ANNOTATION_READ } from '../../../../../src/formats/perfetto/readSchema';
import { ProtobufWriter } from '../../../../../src/formats/shared/protobufWriter';
import { argsOf } from '../../../../support/traceTotals';

const OPTIONS = { id: 'trace', name: 'trace', writtenAtMs: 0 };
const SCRIPTS = { kindOf: () => FrameKind.user };

/** A Perfetto trace of one slice with an annotation of `count` parts, each the number 7. */
function sliceWithParts(count: number, field: number): Uint8Array {
  const writer = new ProtobufWriter();
  const part = (): void => {
    writer.text(DEBUG_ANNOTATION.name, 'k');
    writer.int(DEBUG_ANNOTATION.intValue, 7);
  };
  const annotation = (): void => {
    writer.text(DEBUG_ANNOTATION.name, 'all');
    for (let at = 0; at < count; at++) writer.message(field, part);
  };
  writer.message(TRACE.packet, () => {
    writer.uint(PACKET.timestamp, 1);
    writer.message(PACKET.trackEvent, () => {
      writer.uint(TRACK_EVENT.type, EVENT_TYPE.sliceBegin);
      writer.text(TRACK_EVENT.name, 'slice');
      writer.message(TRACK_EVENT.debugAnnotations, annotation);
    });
  });
  return writer.toBytes();
}

describe('what a trace may hold', () => {
  test(
    'counters beyond the number that is kept are left out and counted',
    { tags: 'night' },
    () => {
      const { counters: limit } = IMPORT_LIMITS;
      const events = Array.from(
        { length: limit + 7 },
        (_, at) => `{"ph":"C","pid":1,"id":${at},"ts":${at},"name":"c","args":{"value":1}}`
      );
      const profile = readChromeTrace(
        new TextEncoder().encode(`[${events.join()}]`),
        OPTIONS,
        SCRIPTS
      );
      expect(profile.counters).toHaveLength(limit);
      expect(profile.sources[0].message).toContain('7 events are beyond the number that is kept');
    }
  );

  test('annotations of a few parts are JSON, in the form of what they are', () => {
    const { dictEntries, arrayValues } = ANNOTATION_READ;
    const allOf = (count: number, field: number): unknown =>
      argsOf(readPerfettoTrace(sliceWithParts(count, field), OPTIONS), 'slice').all;
    expect(allOf(2, dictEntries)).toBe('{"k":7,"k":7}');
    expect(allOf(3, arrayValues)).toBe('[7,7,7]');
  });

  test('annotations of very many parts take no longer than these, and are cut as texts are', () => {
    const bytes = sliceWithParts(500_000, ANNOTATION_READ.dictEntries);
    const profile = readPerfettoTrace(bytes, OPTIONS);
    const { all } = argsOf(profile, 'slice');
    expect(String(all)).toHaveLength(IMPORT_LIMITS.textLength);
    expect(String(all).startsWith('{"k":7,')).toBe(true);
    expect(profile.sources[0].message).toContain('1 text is longer than what is kept');
  });
});
