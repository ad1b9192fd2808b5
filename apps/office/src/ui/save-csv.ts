import { saveFile } from '@touchline/kit/save-file';

/** Byte order mark: spreadsheets take a text that begins with it for UTF-8. */
const mark = '\uFEFF';

/** Saves a table as a file, marked as UTF-8 once. The server marks the files it makes itself. */
export const saveCsv = (name: string, parts: readonly (string | Blob)[]): void => {
  const [first] = parts;
  const isMarked = typeof first !== 'string' || first.startsWith(mark);
  saveFile(new File([...(isMarked ? [] : [mark]), ...parts], name, { type: 'text/csv;charset=utf-8' }));
};
