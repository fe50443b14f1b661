import { createOfflineAnalyse } from '../../src/compat/mindspore/offline/offlineAnalyse';
import { offlineDeps } from '../../src/compat/mindspore/offline/offlineDeps';

/** Analyses the folder that it is told, with this script for its threads, and prints the report. */
const [folder, workerFile] = process.argv.slice(2);
const analyse = createOfflineAnalyse(() => offlineDeps(workerFile));

void analyse(folder).then(report => process.stdout.write(JSON.stringify(report)));
