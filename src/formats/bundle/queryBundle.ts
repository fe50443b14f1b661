import type { QueryColumn, QueryTable, QueryValue } from '../../model/output/queryTable';
import {
  checkBoolean,
  checkBounded,
  checkInteger,
  checkRecord,
  checkText,
  ProfileError,
  ProfileVersionError
} from '../../schema/schema';
import { clipText } from '../shared/text/clipText';

/** MIME type of the result of a query in a notebook output; the version is inside the data. */
export const QUERY_MIME_TYPE = 'application/vnd.kernelscope.query+json';

/** Version of {@link QueryBundle}. */
const QUERY_BUNDLE_VERSION = 1;

/** The limits of a reader; a writer stays within them. */
const QUERY_BUNDLE_LIMITS = { columns: 500, rows: 1000, text: 300, characters: 500_000 } as const;

/** A value in an output: numbers that JSON has no form for are texts, such as `NaN`. */
export type QueryCell = string | number | boolean | null;

/** The result of a query as it is stored in a notebook output. */
export interface QueryBundle {
  readonly version: number;
  readonly columns: readonly QueryColumn[];
  /** The first rows; their texts may be cut. */
  readonly rows: readonly (readonly QueryCell[])[];
  /** Rows of the result, of which `rows` may have a part. */
  readonly rowCount: number;
  /** True if the query has more rows than the result. */
  readonly isCut: boolean;
}

/** A result for an output: as many rows as fit. */
export function queryBundle({ columns, rows, isCut }: QueryTable): QueryBundle {
  const { columns: most, rows: mostRows, characters } = QUERY_BUNDLE_LIMITS;
  const shown: QueryCell[][] = [];
  let length = 0;
  for (const cells of rows.slice(0, mostRows)) {
    const row = cells.slice(0, most).map(cellOf);
    length += JSON.stringify(row).length;
    if (length > characters) break;
    shown.push(row);
  }
  return {
    version: QUERY_BUNDLE_VERSION,
    columns: columns.slice(0, most).map(({ name, type }) => {
      return { name: clipText(name), type: clipText(type) };
    }),
    rows: shown,
    rowCount: rows.length,
    isCut
  };
}

function cellOf(value: QueryValue): QueryCell {
  if (typeof value === 'string') return clipText(value);
  const isJson = typeof value !== 'bigint' && (typeof value !== 'number' || Number.isFinite(value));
  return isJson ? value : String(value);
}

/**
 * `value` as a bundle of this version, within its limits.
 *
 * @throws ProfileVersionError for another version, ProfileError for anything else that is wrong
 */
export function validateQueryBundle(value: unknown): QueryBundle {
  const bundle = checkRecord(value, 'The result of a query in this output');
  const version = checkInteger(bundle.version, 'version', 1, Number.MAX_SAFE_INTEGER);
  if (version !== QUERY_BUNDLE_VERSION) {
    throw new ProfileVersionError(
      `Version ${version} of a result of a query; this release reads ${QUERY_BUNDLE_VERSION}.`
    );
  }
  const { columns: most, rows: mostRows, text } = QUERY_BUNDLE_LIMITS;
  const columns = checkBounded(bundle.columns, 'columns', most).map((each, at) => {
    const column = checkRecord(each, `columns[${at}]`);
    checkText(column.name, `columns[${at}].name`, text);
    checkText(column.type, `columns[${at}].type`, text);
    return column;
  });
  checkBounded(bundle.rows, 'rows', mostRows).forEach((row, at) => {
    const cells = checkBounded(row, `rows[${at}]`, most);
    if (cells.length !== columns.length) {
      throw new ProfileError(`rows[${at}] has ${cells.length} values, not ${columns.length}.`);
    }
    cells.forEach(cell => checkCell(cell, `rows[${at}]`));
  });
  checkInteger(bundle.rowCount, 'rowCount', 0, Number.MAX_SAFE_INTEGER);
  checkBoolean(bundle.isCut, 'isCut');
  return bundle as unknown as QueryBundle;
}

function checkCell(value: unknown, place: string): void {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return;
  checkText(value, place, QUERY_BUNDLE_LIMITS.text);
}
