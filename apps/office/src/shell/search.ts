/** The query string of a page: texts only, so that "1e5" stays "1e5". */
export type PageSearch = Readonly<Record<string, string>>;

export const parseSearch = (text: string): PageSearch => Object.fromEntries(new URLSearchParams(text));

export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/** Keeps the texts of a query string. */
export const searchOf = (raw: Readonly<Record<string, unknown>>): PageSearch =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** The page of a list that an address names, from 1. */
export const pageOf = ({ page }: PageSearch): number => {
  const number = Number(page ?? '1');
  return Number.isInteger(number) && number >= 1 && number <= 10_000 ? number : 1;
};

/** One of a few words that an address may name; undefined when it names none. */
export const choiceOf = <const C extends string>(
  value: string | undefined,
  choices: readonly C[],
): C | undefined => choices.find((choice) => choice === value);
