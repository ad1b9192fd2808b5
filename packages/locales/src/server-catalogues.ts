import { catalogues } from './gen/server-all.gen.ts';
import type { ServerMessages } from './gen/server-messages.gen.ts';
import { fallbackLan, lans, type Lan } from './locales.ts';
import { createTranslator, type Translate } from './translator.ts';

export type ServerTranslate = Translate<ServerMessages>;

const english = createTranslator<ServerMessages>(fallbackLan, catalogues[fallbackLan]);
const translators: ReadonlyMap<Lan, ServerTranslate> = new Map(
  lans.map((lan) => [lan, createTranslator<ServerMessages>(lan, catalogues[lan])]),
);

/** The server's translator for `lan`. */
export const serverTranslator = (lan: Lan): ServerTranslate => translators.get(lan) ?? english;
