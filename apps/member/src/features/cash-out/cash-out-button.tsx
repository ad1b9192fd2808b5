import { Suspense, useState } from 'react';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { isolated } from '../labels/bidi.ts';
import { useOffer } from './use-offers.ts';
import styles from './cash-out.module.css';

const CashOutSheet = lazyPart(async () => (await import('./cash-out-sheet.tsx')).CashOutSheet);

/**
 * What the house pays for an open bet now, on the button that opens the offer in full: taking it quotes and confirms. Under it the
 * amount at which the bet is cashed out automatically.
 */
export const CashOutButton = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const { offer, auto } = useOffer(bet.id) ?? {};
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  return (
    <>
      <Button
        tone="quiet"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {offer === undefined ? t('cashOut.title') : t('cashOut.confirm', { amount: money(offer) })}
      </Button>
      {auto !== undefined && <p className={styles.auto}>{t('cashOut.auto.at', { amount: money(auto) })}</p>}
      {wasOpened && (
        <Suspense>
          <CashOutSheet bet={bet} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

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
