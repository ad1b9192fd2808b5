/** The item after `key` in a queue, at its end the one before; undefined when there is no other. */
export const nextOf = <Row>(
  rows: readonly Row[],
  key: string,
  keyOf: (row: Row) => string,
): Row | undefined => {
  const at = rows.findIndex((row) => keyOf(row) === key);
  if (at === -1) return rows.find((row) => keyOf(row) !== key);
  return rows[at + 1] ?? rows[at - 1];
};
