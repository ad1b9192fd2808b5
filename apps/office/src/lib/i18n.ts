import type { OfficeMessages } from '@touchline/locales/gen/office-messages.gen';
import { loadOfficeCatalogue } from '@touchline/locales/load-office';
import type { OfficeLan } from '@touchline/locales/locales';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import { changeSettings, settingsStore } from './settings.ts';

/** Gives the text of a message. */
export type OfficeTranslate = Translate<OfficeMessages>;

// The language is fixed for the life of a page: choosing another one reloads, where the choice outlives the page.
let current: { lan: OfficeLan; t: OfficeTranslate } | undefined;

/** Language of this page; formatters take it. */
export const currentLan = (): OfficeLan => current?.lan ?? 'en';

/** Loads the texts of the chosen language; call before the first render. */
export const startLanguage = async (): Promise<void> => {
  const { lan } = settingsStore.read();
  current = { lan, t: createTranslator<OfficeMessages>(lan, await loadOfficeCatalogue(lan)) };
  document.documentElement.lang = lan;
};

/** Text of a message. */
export const translate: OfficeTranslate = (id, ...values) => (current ? current.t(id, ...values) : id);

/** `t('signIn.title')`: texts in the language of the page. */
export const useT = (): OfficeTranslate => translate;

let showAgain: () => void = () => undefined;
/** Shows the page again by `show` when its language changes without a reload. */
export const onLanguage = (show: () => void): void => {
  showAgain = show;
};

/** Saves the choice and reloads the page; where storage refuses it, the page turns to the language as it is. */
export const chooseLanguage = (lan: OfficeLan): void => {
  changeSettings({ lan });
  if (settingsStore.isKept()) location.reload();
  else void startLanguage().then(showAgain, () => undefined);
};

/** Words one after the other, as the operator's language writes a list. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(currentLan(), { type: 'conjunction', style: 'narrow' }).format(words);
