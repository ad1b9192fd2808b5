// A decoder that crashes on the first image, for tests of the pool.
process.on('message', () => process.exit(3));
