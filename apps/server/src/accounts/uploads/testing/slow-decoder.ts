// A decoder that finds each image damaged after a moment, for tests of the pool.
process.on('message', () => {
  setTimeout(() => process.send?.({}), 20);
});
