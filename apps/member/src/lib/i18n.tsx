import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue, loadFirstTexts } from '@touchline/locales/load-app';
import { fallbackLan, isLan, type Lan, localeOf } from '@touchline/locales/locales';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import { limits } from '@touchline/contract/limits';
import { configStore, currentLanguage, updateConfig } from './config.ts';

/** Gives the text of a message. */
export type T = Translate<AppMessages>;

// The language is fixed for the life of a page: choosing another one reloads, where the choice outlives the page.
let current: { lan: Lan; whole: boolean; t: T } | undefined;
// Whether anything but home is shown, or soon will be.
let wholeWanted = false;

/** Language of this page; formatters take it. */
export const currentLan = (): Lan => current?.lan ?? fallbackLan;

const wantedLan = (): Lan =>
  [currentLanguage(), configStore.read().language.fallback].find(isLan) ?? fallbackLan;

const loadTexts = async (): Promise<void> => {
  const [lan, whole] = [wantedLan(), wholeWanted];
  if (current?.lan === lan && (current.whole || !whole)) return undefined;
  const messages = await (whole ? loadAppCatalogue(lan) : loadFirstTexts(lan));
  // In the meantime the site may have set its language, or a page requested more texts.
  if (lan !== wantedLan() || whole !== wholeWanted) return loadTexts();
  current = { lan, whole, t: createTranslator<AppMessages>(lan, messages) };
  return undefined;
};

/** Loads the texts of the chosen language and turns the document to it; call before the first render. */
export const startLanguage = async (): Promise<void> => {
  await loadTexts();
  document.documentElement.lang = currentLan();
  document.documentElement.dir = localeOf(currentLan()).dir;
};

/**
 * Loads also the texts that the shell and home do without (`scripts/first-texts.ts` of locales says which those need).
 * What is shown on demand waits for it: see `lazyPage` and `lazyPart`.
 */
export const allTexts = (): Promise<void> => {
  wholeWanted = true;
  return loadTexts();
};

/** Text of a message, for code outside components. */
export const translate: T = (id, ...values) => (current ? current.t(id, ...values) : id);

/** `t('login.title')`: texts in the language of the page. */
export const useT = (): T => translate;

let showAgain: () => void = () => undefined;
/** Shows the page again by `show` when its language changes without a reload. */
export const onLanguage = (show: () => void): void => {
  showAgain = show;
};

/**
 * Saves the choice and reloads the page shortly after, when the tap has been seen. Where storage refuses the choice, a reload
 * would lose it, and the session with it: then the page turns to the language as it is.
 */
export const chooseLanguage = (lan: string): void => {
  updateConfig({ language: { ...configStore.read().language, chosen: lan } });
  const turn = (): Promise<void> => startLanguage().then(showAgain, () => undefined);
  setTimeout(() => void (configStore.isKept() ? location.reload() : turn()), limits.languageReloadMs);
};
