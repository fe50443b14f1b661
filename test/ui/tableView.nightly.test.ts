import { testTableView } from './tableView';

testTableView('dark', { isWhole: true });
