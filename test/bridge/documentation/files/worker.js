const { parentPort } = require('node:worker_threads');
const { range } = require('kernelscope');

parentPort.on('message', text => {
  range('in the worker', () => JSON.stringify(text));
  parentPort.postMessage('done');
});
