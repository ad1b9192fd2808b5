import { messages as ar } from './gen/server.ar.gen.ts';
import { messages as de } from './gen/server.de.gen.ts';
import { messages as en } from './gen/server.en.gen.ts';
import { messages as zhCN } from './gen/server.zh-CN.gen.ts';
import type { ServerMessages } from './gen/server-messages.gen.ts';
import { fallbackLan, isComplete, type CompleteLan, type Lan } from './locales.ts';
import { createTranslator, type Translate } from './translator.ts';

export type ServerTranslate = Translate<ServerMessages>;

const translators: Record<CompleteLan, ServerTranslate> = {
  en: createTranslator('en', en),
  'zh-CN': createTranslator('zh-CN', zhCN),
  de: createTranslator('de', de),
  ar: createTranslator('ar', ar),
};

/** The server's translator for `lan`, made once; English for a language that is not offered yet. */
export const serverTranslator = (lan: Lan): ServerTranslate =>
  translators[isComplete(lan) ? lan : fallbackLan];
