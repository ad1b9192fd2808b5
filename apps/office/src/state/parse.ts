/** Readers for values of unknown shape: what does not fit becomes undefined instead of an error. */
export type Fields = { readonly [name: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asFields = (value: unknown): Fields => (isFields(value) ? value : {});
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What text says as JSON; undefined when it says nothing. */
export const fromJson = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
