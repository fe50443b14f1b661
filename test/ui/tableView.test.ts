import { testTableView } from './tableView';

testTableView('light', { isWhole: false });
