import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import { fallbackLan, isLan, type Lan, localeOf } from '@touchline/locales/locales';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import { limits } from '@touchline/contract/limits';
import { configStore, currentLanguage, updateConfig } from '../state/config.ts';

/** Gives the text of a message. */
export type T = Translate<AppMessages>;

// The language is fixed for the life of a page: choosing another one reloads.
let current: { lan: Lan; t: T } | undefined;

/** Language of this page; formatters take it. */
export const currentLan = (): Lan => current?.lan ?? fallbackLan;

/** Loads the catalogue of the chosen language and turns the document to it; call before the first render. */
export const startLanguage = async (): Promise<void> => {
  const wanted = currentLanguage();
  const { fallback } = configStore.read().language;
  const lan = [wanted, fallback].find(isLan) ?? fallbackLan;
  current = { lan, t: createTranslator<AppMessages>(lan, await loadAppCatalogue(lan)) };
  document.documentElement.lang = lan;
  document.documentElement.dir = localeOf(lan).dir;
};

/** Text of a message, for code outside components. */
export const translate: T = (id, ...values) => (current ? current.t(id, ...values) : id);

/** `t('login.title')`: texts in the language of the page. */
export const useT = (): T => translate;

/** Saves the choice and reloads the page a moment later, when the tap has been seen. */
export const chooseLanguage = (lan: string): void => {
  updateConfig({ language: { ...configStore.read().language, chosen: lan } });
  setTimeout(() => location.reload(), limits.languageReloadMs);
};
