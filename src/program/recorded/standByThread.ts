/**
 * Loaded first by a kernel and its threads, through a flag of Node: a thread that a cell starts can
 * then be asked to record itself, from its beginning or later. Nothing of the profiler is loaded until
 * then.
 */
import { recordAs } from '../../engine/members/launched/membership';
import { standBy } from '../../engine/members/launched/standBy';

standBy(__filename, membership => recordAs(membership, __filename));
