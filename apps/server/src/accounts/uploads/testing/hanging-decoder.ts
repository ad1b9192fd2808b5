// A decoder that never answers and ignores requests to stop, for tests of the pool.
process.on('message', () => {
  for (;;);
});
