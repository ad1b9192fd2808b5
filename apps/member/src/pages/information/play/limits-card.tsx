import { useEffect, useRef } from 'react';
import type { LimitKind, LimitPeriod, PlayLimit } from '@touchline/contract/shapes/play';
import { formatMoney } from '@touchline/locales/format';
import { isolated } from '../../../features/labels/bidi.ts';
import { useNow, whenText } from '../../../features/labels/time.tsx';
import { useScale } from '../../../features/labels/use-scale.ts';
import { usedPercent } from '../../../features/play/figures.ts';
import { currentLan, useT } from '../../../lib/i18n.tsx';
import { Bar } from '../../../ui/bar.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { limitKinds, limitOf, limitPeriods } from './limit-change.ts';
import styles from './play.module.css';

type Props = {
  limits: readonly PlayLimit[];
  /** The page was opened for them: they come into sight. */
  isWanted: boolean;
  onChoose: (kind: LimitKind, period: LimitPeriod) => void;
};

/** Every limit there can be, those that are set with what is used and left of them. */
export const LimitsCard = ({ limits, isWanted, onChoose }: Props) => {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  return (
    <div ref={place}>
      <Card flush>
        {limitKinds.map((kind) => (
          <section key={kind} className={styles.section} aria-label={t(`play.limit.${kind}`)}>
            <h3 className={styles.kind}>{t(`play.limit.${kind}`)}</h3>
            <ul>
              {limitPeriods.map((period) => (
                <li key={period} className={styles.item}>
                  <button type="button" className={styles.limit} onClick={() => onChoose(kind, period)}>
                    <LimitInside period={period} limit={limitOf(limits, kind, period)} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Card>
    </div>
  );
};

const LimitInside = ({ period, limit }: { period: LimitPeriod; limit: PlayLimit | undefined }) => {
  const t = useT();
  const scale = useScale();
  const now = useNow();
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  const { amount, used = '0', left, pending, resetsAt } = limit ?? {};
  const percent = amount === undefined ? 0 : usedPercent(used, amount, scale);
  return (
    <>
      <span>{t(`play.per.${period}`)}</span>
      <span className={styles.value}>
        {amount === undefined ? t('play.noLimit') : <b className="figures">{money(amount)}</b>}
        <Icon name="forward" size="small" flips />
      </span>
      {amount !== undefined && (
        <>
          <span className={styles.wide}>
            <Bar label={t('play.used')} percent={percent} tone={percent === 100 ? 'amber' : 'pitch'} />
          </span>
          <span className={styles.left}>
            <span>{t('play.usedAmount', { amount: money(used) })}</span>
            <span>
              {t('play.leftUntil', { amount: money(left ?? '0'), when: whenText(resetsAt ?? '', now) })}
            </span>
          </span>
        </>
      )}
      {pending !== undefined && (
        <span className={styles.pending}>
          {pending.ready
            ? t('play.pendingReady')
            : t('play.pendingFrom', { when: whenText(pending.from, now) })}
        </span>
      )}
    </>
  );
};
