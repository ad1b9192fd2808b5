import type { CallInput } from '@touchline/contract/routes';
import type { T } from '../../shell/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { checks, looksLikeNumber, plainNumber } from './form.ts';

type Address = Pick<CallInput<'sendCode'>, 'to' | 'areaCode'>;

/** The address a code goes to, from one field: what reads as a number gets the chosen calling code. */
export const addressOf = (typed: string): Address => {
  if (!looksLikeNumber(typed)) return { to: typed.trim() };
  const { code } = configStore.read().telephone;
  return { to: plainNumber(typed), areaCode: code === '' ? undefined : code };
};

/** What is wrong with an e-mail address or mobile number as typed, or true. */
export const checkAddress = (t: T, typed: string): string | true => {
  if (typed.trim() === '') return t('form.required');
  if (!looksLikeNumber(typed)) return checks(t).email(typed);
  return configStore.read().telephone.code !== '' || t('form.enterAreaCode');
};
