import { testTableView } from './tableView';

testTableView('light');
