import { indentJson } from '../../../formats/shared/text/indentJson';

const INDENT = 4;

/** Indentation makes a long document up to eleven times as long: above so many bytes there is none. */
const MAX_INDENTED_BYTES = 20e6;

/** `profiler_metadata.json` of JSON texts by key: one document, indented unless it is very long. */
export function metadataJson(
  metadata: ReadonlyMap<string, string>,
  maxIndentedBytes = MAX_INDENTED_BYTES
): Uint8Array {
  const entries = Array.from(metadata, ([key, text]) => `${JSON.stringify(key)}:${text}`);
  const json = new TextEncoder().encode(`{${entries.join(',')}}`);
  return json.length > maxIndentedBytes ? json : indentJson(json, INDENT);
}
