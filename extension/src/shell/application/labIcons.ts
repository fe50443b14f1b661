import {
  caretDownIcon,
  closeIcon,
  copyIcon,
  downloadIcon,
  launchIcon,
  tableRowsIcon
} from '@jupyterlab/ui-components';
import type { ButtonIcons } from '../../shared/content/application';
import { profileIcon } from './profileIcon';

/** JupyterLab's own pictures, and ours for what it has none for. */
export const LAB_ICONS: ButtonIcons = {
  caretDown: caretDownIcon,
  close: closeIcon,
  columns: tableRowsIcon,
  compare: profileIcon,
  copy: copyIcon,
  download: downloadIcon,
  launch: launchIcon
};
