import { setupI18n, type Messages } from '@lingui/core';
import { intlTag, type Lan } from './locales.ts';

/** Values of a message; numbers are shown as given, so format money, odds and dates before. */
export type Values = { readonly [name: string]: string | number | undefined };

/** A table of messages: what each takes, as generated from the catalogues. */
export type MessageTable<M> = { [K in keyof M]: Values | undefined };

/**
 * What a message needs in addition to its id: nothing, or exactly its values. For an id known only as one of several
 * (`` `error.${reason}` ``), some with values and some without, values are optional and unchecked.
 */
export type MessageArgs<M, K extends keyof M> = [M[K]] extends [undefined]
  ? []
  : undefined extends M[K]
    ? [values?: Values]
    : [values: M[K]];

/** The text of a message in one language. */
export type Translate<M> = <K extends keyof M & string>(id: K, ...args: MessageArgs<M, K>) => string;

/**
 * A translator for one language over its compiled catalogue. Each call makes a separate instance, so
 * requests in different languages share no state.
 */
export const createTranslator = <M extends MessageTable<M>>(lan: Lan, messages: Messages): Translate<M> => {
  const i18n = setupI18n({ locale: lan, locales: intlTag(lan), messages: { [lan]: messages } });
  return (id, ...[values]) => i18n.t(id, values);
};
