import { DEOPT_LIMITS } from '../profile/deopts';
import {
  checkBounded,
  checkInteger,
  checkNumber,
  checkRecord,
  checkText
} from '../../schema/validateValue';

/** Checks `meta.deopts` against its limits. @throws ProfileError */
export function checkDeopts(value: unknown): void {
  const { rows, more } = checkRecord(value, 'meta.deopts');
  checkInteger(more, 'meta.deopts.more', 0, Number.MAX_SAFE_INTEGER);
  checkBounded(rows, 'meta.deopts.rows', DEOPT_LIMITS.rows).forEach((item, at) => {
    const place = `meta.deopts row ${at}`;
    const row = checkRecord(item, place);
    for (const key of ['function', 'file', 'kind', 'reason'] as const) {
      checkText(row[key], `${place}, ${key},`, DEOPT_LIMITS[key]);
    }
    checkInteger(row.line, `${place}, line,`, 0, Number.MAX_SAFE_INTEGER);
    checkInteger(row.count, `${place}, count,`, 1, Number.MAX_SAFE_INTEGER);
    checkNumber(row.firstNs, `${place}, firstNs,`);
    checkNumber(row.lastNs, `${place}, lastNs,`);
  });
}
