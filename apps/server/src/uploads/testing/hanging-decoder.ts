// A decoder that never answers and cannot be asked to stop, for tests of the pool.
process.on('message', () => {
  for (;;);
});
