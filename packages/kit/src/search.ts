/** The query string of a page, handed to it as properties: texts only, so that "1e5" stays "1e5". */
export type PageSearch = Readonly<Record<string, string>>;

export const parseSearch = (text: string): PageSearch => Object.fromEntries(new URLSearchParams(text));

export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/** Keeps the texts of a query string. */
export const searchOf = (raw: Readonly<Record<string, unknown>>): PageSearch => {
  const search: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value === 'string') search[name] = value;
  }
  return search;
};
