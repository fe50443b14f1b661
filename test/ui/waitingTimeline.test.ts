import { testWaiting } from './waitingTimeline';

testWaiting('light');
