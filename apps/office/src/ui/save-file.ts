/** Spreadsheets take a text that begins with this for UTF-8. */
const mark = '\uFEFF';

/** Hands a table to the browser as a file to keep. It is told as UTF-8, once. */
export const saveCsv = (name: string, parts: readonly (string | Blob)[]): void => {
  const [first] = parts;
  const isTold = typeof first !== 'string' || first.startsWith(mark);
  const url = URL.createObjectURL(
    new Blob([...(isTold ? [] : [mark]), ...parts], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
