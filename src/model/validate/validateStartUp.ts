import { START_UP_LIMITS } from '../profile/startUp';
import {
  checkBounded,
  checkInteger,
  checkNumber,
  checkRecord,
  checkText
} from '../../schema/validateValue';

const MAX_ID = 2 ** 53 - 1;

/** Checks `meta.startUp` against its limits. @throws ProfileError */
export function checkStartUp(value: unknown): void {
  const { runs, lines } = checkRecord(value, 'meta.startUp');
  checkBounded(runs, 'meta.startUp.runs', START_UP_LIMITS.runs).forEach((item, at) => {
    const place = `meta.startUp.runs row ${at}`;
    const { pid, fromNs, untilNs } = checkRecord(item, place);
    checkInteger(pid, `${place}, pid,`, 0, MAX_ID);
    checkNumber(untilNs, `${place}, untilNs,`, checkNumber(fromNs, `${place}, fromNs,`));
  });
  checkBounded(lines, 'meta.startUp.lines', START_UP_LIMITS.lines).forEach((item, at) => {
    const place = `meta.startUp.lines row ${at}`;
    const { file, line, ownNs, totalNs } = checkRecord(item, place);
    checkText(file, `${place}, file,`);
    checkInteger(line, `${place}, line,`, 1, MAX_ID);
    checkNumber(ownNs, `${place}, ownNs,`);
    checkNumber(totalNs, `${place}, totalNs,`);
  });
}
