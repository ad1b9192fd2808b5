import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { User } from '@touchline/contract/shapes/user';
import { formatMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { isolated } from '../labels/bidi.ts';
import { useRestriction } from '../play/use-restriction.ts';
import { BigAmount } from '../labels/big-amount.tsx';
import { TurnoverBar } from './turnover-bar.tsx';
import styles from './cashier.module.css';
import { isNothing } from './amounts.ts';
import { useOnItsWay, useOpenStakes, useTurnover } from './wallet-parts.ts';

type Props = {
  /** With the ways to recharge and withdraw. */
  actions?: boolean;
  /** Whether it is one row; it is whole while there is money on its way, turnover left or a break. */
  brief?: boolean;
  /** The turnover left is shown elsewhere on the page. */
  plain?: boolean;
  /** A word about the money, next to the balance. */
  tag?: ReactNode;
};

/** The wallet: what is available, what is in bets and on its way out, and the turnover left. */
export const WalletHead = ({ actions = false, brief = false, plain = false, tag }: Props) => {
  const t = useT();
  const user = useUser();
  const inBets = useOpenStakes();
  const onItsWay = useOnItsWay();
  const turnover = useTurnover();
  const isRestricted = useRestriction() !== undefined;
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  if (user === undefined) return null;
  if (brief && !isRestricted && turnover === undefined && isNothing(user.held)) {
    return <WalletRow user={user} inBets={inBets} />;
  }
  return (
    <Card>
      <div className={styles.head}>
        <span>{t('home.available')}</span>
        <span className={styles.parts}>
          {inBets !== undefined && (
            <Link to="/pages/investment/investment" search={{}} className={styles.inBets}>
              {t('home.inBets', { amount: money(inBets) })}
            </Link>
          )}
          {onItsWay !== undefined && <span>{t('cashier.onItsWay', { amount: money(onItsWay) })}</span>}
        </span>
      </div>
      <div className={styles.balance}>
        <BigAmount amount={user.balance} currency={user.currency} />
        {tag}
      </div>
      {!plain && turnover !== undefined && (
        <Link to="/pages/information/turnover" search={{}} className={styles.walletHeadTurnover}>
          <TurnoverBar {...turnover} />
        </Link>
      )}
      {actions && (
        <nav className={styles.actions} aria-label={t('cashier.actions')}>
          {!isRestricted && (
            <Link to="/pages/recharge/recharge" search={{}} className={buttonClass('main')}>
              {t('nav.recharge')}
            </Link>
          )}
          <Link to="/pages/information/withdraw" search={{}} className={buttonClass('quiet')}>
            {t('nav.withdraw')}
          </Link>
        </nav>
      )}
    </Card>
  );
};

/** The available balance, the money in bets, and the ways to recharge and withdraw. */
const WalletRow = ({ user, inBets }: { user: User; inBets: string | undefined }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <div className={styles.row}>
      <div className={styles.available}>
        <b>
          <bdi dir="ltr" className="figures">
            {formatMoney(user.balance, { lan })}
          </bdi>{' '}
          <span className={styles.word}>{user.currency}</span>
        </b>
        <span className={styles.word}>
          <span>{t('home.available')}</span>
          {inBets !== undefined && !isNothing(inBets) && (
            <>
              {' · '}
              <Link to="/pages/investment/investment" search={{}} className={styles.inBets}>
                {t('home.inBets', { amount: isolated(formatMoney(inBets, { lan })) })}
              </Link>
            </>
          )}
        </span>
      </div>
      <nav aria-label={t('cashier.actions')} className={styles.ways}>
        <Link to="/pages/recharge/recharge" search={{}} className={`${buttonClass('quiet')} ${styles.way}`}>
          {t('nav.recharge')}
        </Link>
        <Link
          to="/pages/information/withdraw"
          search={{}}
          className={`${buttonClass('quiet')} ${styles.way}`}
        >
          {t('nav.withdraw')}
        </Link>
      </nav>
    </div>
  );
};
