/** Offsets of the fields of a record, and `_size` and `_type`. */
type RecordLayout = Readonly<Record<string, number | string>>;

/** By version of CUDA, then by record. */
type LayoutFile = Readonly<Record<string, Readonly<Record<string, RecordLayout>>>>;

/** What `cuptiGetVersion` says of the first CUPTI with the layouts of each version of CUDA. */
export const CUPTI_VERSIONS: Readonly<Record<string, number>> = {
  '11.8': 18,
  '12.1': 19,
  '12.4': 22,
  '12.6': 24,
  '12.9': 27,
  '13.0': 130_000,
  '13.5': 130_500
};

/**
 * A C++ header with the layouts of a golden file, given as JSON: a struct for each record with the
 * offset of each field, −1 for one that a version has not.
 */
export function layoutsHeader(json: string): string {
  const layouts = JSON.parse(json) as LayoutFile;
  const records = [...new Set(Object.values(layouts).flatMap(one => Object.keys(one)))];
  const fields = new Map(records.map(record => [record, fieldsOf(layouts, record)]));
  const structs = records.map(record => {
    const members = ['recordBytes', ...fields.get(record)!].map(field => `  int ${field};\n`);
    return `struct ${record}Layout {\n${members.join('')}};\n`;
  });
  const rows = Object.entries(layouts).map(([version, all]) => {
    const values = records.map(record => rowOf(all[record], fields.get(record)!));
    return `    {${versionOf(version)}, ${values.join(',\n     ')}},\n`;
  });
  const members = records.map(record => `  ${record}Layout ${record};\n`).join('');
  return [
    '#pragma once\n\n#include <cstdint>\n\nnamespace fake {\n',
    ...structs,
    `struct Layouts {\n  uint32_t version;\n${members}};\n`,
    `constexpr Layouts kLayouts[] = {\n${rows.join('')}};\n`,
    '}  // namespace fake\n'
  ].join('\n');
}

/** All fields that a record has in any version, in the order of their first appearance. */
function fieldsOf(layouts: LayoutFile, record: string): readonly string[] {
  const names = Object.values(layouts).flatMap(one => Object.keys(one[record] ?? {}));
  return [...new Set(names)].filter(name => !name.startsWith('_'));
}

function rowOf(layout: RecordLayout | undefined, fields: readonly string[]): string {
  return `{${['_size', ...fields].map(field => layout?.[field] ?? -1).join(', ')}}`;
}

function versionOf(cuda: string): number {
  const version = CUPTI_VERSIONS[cuda];
  if (version === undefined) throw new Error(`No version of CUPTI is known for CUDA ${cuda}`);
  return version;
}
