/** Values whose text needs no quotes in an array literal. */
type Plain = string | number | bigint | boolean | null;

/**
 * Writes an array for the database without checking each element for quotes, as the driver does.
 * @param values numbers, and strings that the server itself made of letters, digits, `-` and `_`: ids,
 *   hashes, words of a closed list. Never text from outside
 */
export const plainArray = (values: readonly Plain[]): string => {
  let text = '{';
  for (let i = 0; i < values.length; i++) text += `${i === 0 ? '' : ','}${values[i] ?? 'NULL'}`;
  return `${text}}`;
};
