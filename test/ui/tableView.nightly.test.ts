import { testTableView } from './tableView';

testTableView('dark');
