import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import type { Payout, WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { isNothing } from '../../features/cashier/amounts.ts';
import { Notice } from '../../features/cashier/notice.tsx';
import { PayoutLine } from '../../features/cashier/payout-line.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { EntrySkeleton } from '../../features/money/entry-row.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './information.module.css';

type Props = {
  payouts: UseQueryResult<Output<'walletList'>>;
  terms: WithdrawalTerms;
  onChoose: (payout: Payout) => void;
};

/** Where the money shall go; a tap asks how much. What prevents it is shown first. */
export const PayoutChoice = ({ payouts, terms, onChoose }: Props) => {
  const t = useT();
  const now = useNow();
  const list = payouts.data?.list;
  const obstacle = useObstacle(terms, now);
  if (payouts.isPending) {
    return (
      <Card flush>
        <EntrySkeleton />
      </Card>
    );
  }
  if (list === undefined) return <LoadFailure error={payouts.error} onRetry={payouts.refetch} />;
  if (list.length === 0) {
    return (
      <EmptyState icon="bank" title={t('cashier.noPayouts')} hint={t('cashier.noPayoutsHint')}>
        <Link to="/pages/information/bank" search={{}} className={buttonClass('main')}>
          {t('cashier.addPayout')}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      {obstacle !== undefined && <Notice>{obstacle}</Notice>}
      <Card flush>
        <ul>
          {list.map((payout) => {
            const isCooling = Date.parse(payout.usableFrom) > now;
            const isUsable = !isCooling && obstacle === undefined;
            return (
              <li key={payout.id} className={styles.withdrawChoice}>
                <button
                  type="button"
                  className={styles.payout}
                  disabled={!isUsable}
                  data-payout={payout.id}
                  onClick={() => onChoose(payout)}
                >
                  <PayoutLine
                    payout={payout}
                    note={
                      isCooling
                        ? t('cashier.usableFrom', { when: whenText(payout.usableFrom, now) })
                        : undefined
                    }
                  >
                    {isUsable && (
                      <span className={styles.arrow}>
                        <Icon name="forward" size="small" flips />
                      </span>
                    )}
                  </PayoutLine>
                </button>
              </li>
            );
          })}
        </ul>
      </Card>
    </>
  );
};

/** Why no amount can be withdrawn right now; undefined when one can. */
const useObstacle = ({ window, turnoverLeft }: WithdrawalTerms, now: number): string | undefined => {
  const t = useT();
  if (!isNothing(turnoverLeft)) {
    const amount = isolated(formatMoney(turnoverLeft, { lan: currentLan() }));
    return t('cashier.turnoverFirst', { amount });
  }
  if (window.open) return undefined;
  return window.opensAt === undefined
    ? t('cashier.closed')
    : t('cashier.windowOpens', { when: whenText(window.opensAt, now) });
};
