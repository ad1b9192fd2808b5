import { formatMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { useOffer } from './use-offers.ts';

/**
 * What is offered for an open bet now, in words, with an amount that moves with its matches. Nothing while nothing is offered: taking it
 * quotes and confirms, so the amount is not binding.
 */
export const CashOutValue = ({ betId }: { betId: string }) => {
  const t = useT();
  const offer = useOffer(betId)?.offer;
  if (offer === undefined) return null;
  const amount = isolated(formatMoney(offer, { lan: currentLan() }));
  return <span className="figures">{t('cashOut.confirm', { amount })}</span>;
};
