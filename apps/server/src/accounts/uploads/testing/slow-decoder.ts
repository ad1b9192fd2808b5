// A decoder that reports each image as damaged after 20 ms, for tests of the pool.
process.on('message', () => {
  setTimeout(() => process.send?.({}), 20);
});
