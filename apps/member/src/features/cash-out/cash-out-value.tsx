import { formatMoney } from '@touchline/locales/format';
import { currentLan } from '../../state/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { useOffer } from './use-offers.ts';

/**
 * What is offered for an open bet now, as an amount that moves with its matches. Nothing while nothing is offered: taking it
 * quotes and confirms, so the amount promises nothing.
 */
export const CashOutValue = ({ betId }: { betId: string }) => {
  const offer = useOffer(betId)?.offer;
  if (offer === undefined) return null;
  return <span className="figures">{isolated(formatMoney(offer, { lan: currentLan() }))}</span>;
};
