/** FormFields of a call; nested ones are written "a[b][0]". */
export type FormFields = {
  readonly [name: string]: string | number | boolean | FormFields | readonly FormFields[] | readonly string[];
};

const entries = (value: FormFields[string], name: string): [string, string][] => {
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => entries(inner, `${name}[${key}]`));
};

/** Writes fields the way Stripe reads them: application/x-www-form-urlencoded with brackets. */
export const encodeForm = (fields: FormFields): string =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => entries(value, name))).toString();
