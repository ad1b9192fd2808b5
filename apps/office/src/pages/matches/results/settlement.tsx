import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useCall } from '../../../lib/query.ts';
import { useFormats } from '../../../lib/site.ts';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/rights.ts';
import { Ask } from '../../../features/trading/ask.tsx';
import { refreshTrading } from '../../../features/trading/stops.tsx';
import { Tag } from '../../../ui/tag.tsx';
import styles from './results.module.css';

const quickMs = 1_500;
const toneOf = { none: 'plain', waiting: 'wait', running: 'wait', done: 'good' } as const;

/** How far the bets of a match are settled by its last ruling; a settlement that stopped can be resumed. */
export const Settlement = ({ of: { event, run } }: { of: OfficeEventDetail }) => {
  const t = useT();
  const may = useMay();
  const { money, currency, ago } = useFormats();
  const [asks, setAsks] = useState(false);
  const { state, shards, ruling } = run;
  const isUnderWay = state === 'waiting' || state === 'running';
  // The page follows anyway; a settlement is over in seconds.
  useCall('officeEventDetail', { id: event.id }, { follow: isUnderWay && quickMs });
  return (
    <section className={styles.settlement} aria-label={t('match.settlement')}>
      <span className={styles.state}>
        {t('match.settlement')}
        <Tag tone={toneOf[state]}>{t(`settlementState.${state}`)}</Tag>
      </span>
      {state !== 'none' && (
        <>
          {isUnderWay && (
            <progress
              className={styles.bar}
              value={shards.done}
              max={Math.max(1, shards.of)}
              aria-label={t('settlement.progress', { done: shards.done, of: shards.of })}
            />
          )}
          <span>{t('settlement.bets', { count: run.bets })}</span>
          <span>{t('settlement.paid', { amount: `${money(run.paid)} ${currency}` })}</span>
          <span>{t('settlement.taken', { amount: `${money(run.taken)} ${currency}` })}</span>
          {Number(run.lost) > 0 && (
            <span className={styles.lost}>
              {t('settlement.lost', { amount: `${money(run.lost)} ${currency}` })}
            </span>
          )}
          <span className={styles.soft}>{t('settlement.ruling', { ruling })}</span>
          {run.movedAt !== undefined && <span className={styles.soft}>{ago(run.movedAt)}</span>}
          {isUnderWay && may('officeSettlementResume') && !asks && (
            <Button variant="default" onClick={() => setAsks(true)}>
              {t('settlement.resume')}
            </Button>
          )}
        </>
      )}
      {asks && (
        <div className={styles.ask}>
          <Ask
            sentence={t('settlement.resumeSure')}
            label={t('settlement.resume')}
            run={(reason) => call('officeSettlementResume', { event: event.id, ruling, reason })}
            onDone={() => {
              setAsks(false);
              void refreshTrading();
            }}
            onBack={() => setAsks(false)}
            onRefused={() => void refreshTrading()}
          />
        </div>
      )}
    </section>
  );
};
