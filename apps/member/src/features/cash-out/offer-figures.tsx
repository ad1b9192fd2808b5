import { type CSSProperties, useEffect, useState } from 'react';
import type { Output } from '@touchline/contract/routes';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/use-user.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { BigAmount } from '../labels/big-amount.tsx';
import styles from './cash-out.module.css';
import type { Sale } from './cash-out-state.ts';

type Quote = Output<'cashOutQuote'>;

type Props = {
  quote: Quote;
  /** The offer before this one. */
  before: Quote | undefined;
  /** How long it is valid from now on; undefined while it is not. */
  lifeMs: number | undefined;
  sale: Sale;
  scale: number;
};

/** What is paid for the part, what that leaves, and how the offer for the whole comes about. */
export const OfferFigures = ({ quote, before, lifeMs, sale, scale }: Props) => {
  const t = useT();
  const lan = currentLan();
  const money = (minor: bigint) => formatMoney(formatAmount(minor, scale), { lan });
  const currency = useUser()?.currency ?? '';
  const hasMoved = before !== undefined && before.offer !== quote.offer;
  return (
    <div className={styles.offer}>
      <p className={styles.label}>{t('cashOut.receive')}</p>
      <div className={styles.figure} data-moved={hasMoved}>
        <BigAmount amount={formatAmount(sale.paysMinor, scale)} currency={currency} />
      </div>
      <Life key={quote.quote} lifeMs={lifeMs} />
      <Facts>
        <Fact label={t('cashOut.fair')}>{formatMoney(quote.fair, { lan })}</Fact>
        <Fact label={t('cashOut.fee')}>−{formatMoney(quote.fee, { lan })}</Fact>
        <Fact label={t('cashOut.offer')}>
          {hasMoved && (
            <>
              <s aria-hidden="true">{formatMoney(before.offer, { lan })}</s>
              <span aria-hidden="true"> → </span>
            </>
          )}
          {formatMoney(quote.offer, { lan })}
        </Fact>
        <Fact label={t('cashOut.part')}>{money(sale.partMinor)}</Fact>
        <Fact label={t('cashOut.stays')}>{money(sale.restMinor)}</Fact>
      </Facts>
    </div>
  );
};

/** How long the offer is still valid, as a bar that runs out and in seconds. */
const Life = ({ lifeMs }: { lifeMs: number | undefined }) => {
  const t = useT();
  const [endsAt] = useState(() => Date.now() + (lifeMs ?? 0));
  const [left, setLeft] = useState(() => Math.ceil((lifeMs ?? 0) / 1_000));
  const isRunning = lifeMs !== undefined;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))), 250);
    return () => clearInterval(timer);
  }, [isRunning, endsAt]);
  return (
    <div className={styles.life}>
      <span className={styles.track} aria-hidden="true">
        {isRunning && <span className={styles.bar} style={barStyle(lifeMs, left)} />}
      </span>
      <span className="figures">
        {isRunning && left > 0 ? t('cashOut.stands', { seconds: left }) : t('cashOut.renewing')}
      </span>
    </div>
  );
};

/** The bar runs out with time; with reduced motion it shows the seconds left as they are. */
const barStyle = (lifeMs: number, leftSeconds: number): CSSProperties & { '--left': number } => ({
  animationDuration: `${lifeMs}ms`,
  '--left': Math.min(1, (leftSeconds * 1_000) / lifeMs),
});
