import { indentJson } from '../../formats/indentJson';

const INDENT = 4;

/** `profiler_metadata.json` of JSON texts by key: one document, indented. */
export function metadataJson(metadata: ReadonlyMap<string, string>): Uint8Array {
  const entries = Array.from(metadata, ([key, text]) => `${JSON.stringify(key)}:${text}`);
  return indentJson(new TextEncoder().encode(`{${entries.join(',')}}`), INDENT);
}
