/** Numbers, truths and words whose text has a meaning in an array literal only as itself. */
type Plain = string | number | bigint | boolean | null;

/**
 * An array of the database as text, without looking at each element for what would have to be quoted, as the driver does.
 * @param values numbers, and strings that the server itself made of letters, digits, `-` and `_`: ids, hashes, words of a
 *   closed list. Never text from outside
 */
export const plainArray = (values: readonly Plain[]): string => {
  let text = '{';
  for (let i = 0; i < values.length; i++) text += `${i === 0 ? '' : ','}${values[i] ?? 'NULL'}`;
  return `${text}}`;
};
