require('kernelscope');

process.on('disconnect', () => process.exit());
