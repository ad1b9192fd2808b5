import { messages as en } from './gen/server.en.gen.ts';
import { messages as zhCN } from './gen/server.zh-CN.gen.ts';
import { messages as zhTW } from './gen/server.zh-TW.gen.ts';
import { messages as ar } from './gen/server.ar.gen.ts';
import { messages as de } from './gen/server.de.gen.ts';
import { messages as es } from './gen/server.es.gen.ts';
import { messages as fr } from './gen/server.fr.gen.ts';
import { messages as hi } from './gen/server.hi.gen.ts';
import { messages as id } from './gen/server.id.gen.ts';
import { messages as it } from './gen/server.it.gen.ts';
import { messages as ja } from './gen/server.ja.gen.ts';
import { messages as ko } from './gen/server.ko.gen.ts';
import { messages as pt } from './gen/server.pt.gen.ts';
import { messages as ru } from './gen/server.ru.gen.ts';
import { messages as th } from './gen/server.th.gen.ts';
import { messages as tr } from './gen/server.tr.gen.ts';
import { messages as vi } from './gen/server.vi.gen.ts';
import type { ServerMessages } from './gen/server-messages.gen.ts';
import type { Lan } from './locales.ts';
import { createTranslator, type Translate } from './translator.ts';

export type ServerTranslate = Translate<ServerMessages>;

const translators: Record<Lan, ServerTranslate> = {
  en: createTranslator('en', en),
  'zh-CN': createTranslator('zh-CN', zhCN),
  'zh-TW': createTranslator('zh-TW', zhTW),
  ar: createTranslator('ar', ar),
  de: createTranslator('de', de),
  es: createTranslator('es', es),
  fr: createTranslator('fr', fr),
  hi: createTranslator('hi', hi),
  id: createTranslator('id', id),
  it: createTranslator('it', it),
  ja: createTranslator('ja', ja),
  ko: createTranslator('ko', ko),
  pt: createTranslator('pt', pt),
  ru: createTranslator('ru', ru),
  th: createTranslator('th', th),
  tr: createTranslator('tr', tr),
  vi: createTranslator('vi', vi),
};

/** The server's translator for `lan`, made once. */
export const serverTranslator = (lan: Lan): ServerTranslate => translators[lan];
