import { testMemoryView } from './memoryView';

testMemoryView('light');
