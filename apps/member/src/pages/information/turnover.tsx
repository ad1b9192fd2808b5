import { limits } from '@touchline/contract/limits';
import { formatDecimal, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import type { TurnoverStep } from '@touchline/contract/shapes/cashier';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { isNothing, turnoverPercent } from '../../features/cashier/amounts.ts';
import { TurnoverBar } from '../../features/cashier/turnover-bar.tsx';
import { TurnoverPause } from '../../features/cashier/turnover-pause.tsx';
import { Endless } from '../../features/endless/endless.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { EntrySkeleton } from '../../features/money/entry-row.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Pair } from '../../ui/pair.tsx';
import { DoneHead } from '../../ui/done-head.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './information.module.css';
import { Moment } from '../../features/labels/time.tsx';

/** One step of the turnover: what it was, what a recharge asks for or a bet has done, and what was left then. */
const TurnoverRow = ({ step }: { step: TurnoverStep }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <li className={styles.step}>
      <span className={styles.turnoverWhat}>
        {step.kind === 'recharge' ? t('money.kind.recharge') : (step.name ?? t('cashier.bet'))}
      </span>
      {step.kind === 'recharge' ? (
        <span className={styles.asked}>
          {t('cashier.turnoverAdds', {
            amount: isolated(formatMoney(step.counted.replace('-', ''), { lan })),
          })}
        </span>
      ) : (
        <bdi dir="ltr" className={`figures ${styles.counted}`}>
          {formatSignedMoney(step.counted, { lan })}
        </bdi>
      )}
      <span className={styles.turnoverNote}>
        <Moment at={step.at} />
      </span>
      <span className={styles.turnoverNote}>
        {t('cashier.leftThen', { amount: isolated(formatMoney(step.left, { lan })) })}
      </span>
    </li>
  );
};

const limit = limits.listLimitMax;

/** What turnover is left before a withdrawal, and the recharges and bets that made it so. */
export const TurnoverPage = () => {
  const t = useT();
  const scale = useScale();
  const pages = usePages({
    queryKey: ['turnoverPages'],
    limit,
    fetchPage: (which, options) => call('turnoverList', which, options),
  });
  const first = pages.data?.pages[0];
  const steps = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Page layout="wide" title={t('nav.turnover')} onRefresh={() => pages.refetch()}>
      {pages.isPending && (
        <Card flush>
          <EntrySkeleton />
          <EntrySkeleton />
        </Card>
      )}
      {first === undefined && pages.isError && <LoadFailure error={pages.error} onRetry={pages.refetch} />}
      {first !== undefined && (
        <Pair
          wider="beside"
          beside={
            steps.length === 0 ? (
              <EmptyState icon="records" title={t('cashier.noTurnover')} hint={t('cashier.noTurnoverHint')} />
            ) : (
              <MatchSection title={t('cashier.turnoverSteps')}>
                <Card flush>
                  <ul>
                    {steps.map((step) => (
                      <TurnoverRow key={`${step.kind} ${step.ref} ${step.at}`} step={step} />
                    ))}
                  </ul>
                </Card>
                <Endless
                  hasMore={pages.hasNextPage}
                  isFetching={pages.isFetchingNextPage}
                  onMore={pages.fetchNextPage}
                >
                  <Card flush>
                    <EntrySkeleton />
                  </Card>
                </Endless>
              </MatchSection>
            )
          }
        >
          <Card>
            <div className={styles.turnoverHead}>
              {isNothing(first.left) ? (
                <DoneHead sentence>{t('cashier.turnoverMet')}</DoneHead>
              ) : (
                <>
                  <TurnoverBar left={first.left} percent={turnoverPercent(steps, first.left, scale)} />
                  <TurnoverPause />
                </>
              )}
              <p className={styles.turnoverWords}>
                {t('cashier.turnoverRule', {
                  multiple: isolated(formatDecimal(first.multiple, currentLan())),
                })}
              </p>
            </div>
          </Card>
        </Pair>
      )}
    </Page>
  );
};
