import { createOfflineAnalyse } from '../../src/compat/mindspore/offline/offlineAnalyse';
import { offlineSurroundings } from '../../src/compat/mindspore/offline/surroundings';

/** Analyses the folder that it is told, with this script for its threads, and prints the report. */
const [folder, workerFile] = process.argv.slice(2);
const analyse = createOfflineAnalyse(() => offlineSurroundings(workerFile));

void analyse(folder).then(report => process.stdout.write(JSON.stringify(report)));
