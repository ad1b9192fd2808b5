/** Fields of a call; nested ones are written "a[b][0]". */
export type Fields = {
  readonly [name: string]: string | number | boolean | Fields | readonly Fields[] | readonly string[];
};

const entries = (value: Fields[string], name: string): [string, string][] => {
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => entries(inner, `${name}[${key}]`));
};

/** Writes fields the way Stripe reads them: application/x-www-form-urlencoded with brackets. */
export const encodeForm = (fields: Fields): string =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => entries(value, name))).toString();
