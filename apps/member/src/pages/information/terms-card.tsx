import { Link } from '@tanstack/react-router';
import type { WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { feeFigure, hoursText, weekdaysText } from '../../features/cashier/texts.ts';
import { isNothing } from '../../features/cashier/amounts.ts';
import { TurnoverBar } from '../../features/cashier/turnover-bar.tsx';
import { TurnoverPause } from '../../features/cashier/turnover-pause.tsx';
import { useTurnover } from '../../features/cashier/wallet-parts.ts';
import { isolated, sentenceGap } from '../../features/labels/bidi.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './information.module.css';

/** Everything that holds for a withdrawal, before anything is typed. */
export const TermsCard = ({ terms }: { terms: WithdrawalTerms }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const turnover = useTurnover();
  const { window, turnoverLeft, feeMin } = terms;
  const money = (amount: string) => isolated(formatMoney(amount, { lan }));
  const fee = feeFigure({ percent: terms.feePercent, fixed: terms.feeFixed });
  return (
    <Card>
      <div className={styles.terms}>
        <h2 className={styles.withdrawTitle}>
          {t('cashier.terms')}
          <Tag tone={window.open ? 'pitch' : 'amber'}>
            {t(window.open ? 'cashier.windowOpen' : 'cashier.windowClosed')}
          </Tag>
        </h2>
        <Facts>
          <Fact label={t('cashier.perWithdrawal')} words>
            {t('cashier.bounds', { min: money(terms.min), max: money(terms.max) })}
          </Fact>
          <Fact label={t('cashier.fee')} words>
            {isNothing(feeMin) ? fee : t('cashier.feeWithMin', { fee, min: money(feeMin) })}
          </Fact>
          <Fact label={t('cashier.withoutPassword')} words>
            {t('cashier.leftOf', { left: money(terms.passwordFree), limit: money(terms.passwordAbove) })}
          </Fact>
          <Fact label={t('cashier.accepted')} words>
            {weekdaysText(window.days, lan)} · {isolated(hoursText(window, lan))}
          </Fact>
          <Fact label={t('cashier.clock')}>{window.timeZone}</Fact>
          <Fact label={t('cashier.arrives')} words>
            {whenText(terms.arrivesBy, now)}
          </Fact>
        </Facts>
        <p className={styles.withdrawWords}>
          {[
            t('cashier.arrivalNote', { hours: terms.arrivalHours }),
            ...(isMondayToFriday(terms) ? [t('cashier.fridayNote')] : []),
          ].join(sentenceGap())}
        </p>
        {isNothing(turnoverLeft) ? (
          window.open && <p className={styles.withdrawWords}>{t('cashier.turnoverMet')}</p>
        ) : (
          <>
            <Link to="/pages/information/turnover" search={{}} className={styles.turnover}>
              <TurnoverBar left={turnoverLeft} percent={turnover?.percent ?? 0} />
            </Link>
            <TurnoverPause />
          </>
        )}
      </div>
    </Card>
  );
};

/** Only then is a Friday's withdrawal paid on Monday. */
const isMondayToFriday = ({ window: { days } }: WithdrawalTerms): boolean => days.join() === '1,2,3,4,5';
