import type { VipLevel } from '@touchline/contract/shapes/rewards';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './level-card.module.css';

type Props = { level: VipLevel; isCurrent: boolean; currency: string };

/** A VIP level: what it takes, and what it gives. */
export const LevelCard = ({ level, isCurrent, currency }: Props) => {
  const t = useT();
  const lan = currentLan();
  const { benefits, turnover } = level;
  return (
    <Card>
      <div className={styles.level} aria-current={isCurrent ? 'true' : undefined}>
        <div className={styles.head}>
          <span className={`figures ${styles.number}`} aria-hidden="true">
            {level.level}
          </span>
          <div className={styles.names}>
            <h3 className={styles.name}>
              <span className="visually-hidden">{t('rewards.level', { level: level.level })} </span>
              {level.name}
            </h3>
            <p className={styles.from}>
              {level.level === 0
                ? t('rewards.everybody')
                : t('rewards.from', { amount: isolated(formatMoney(turnover, { lan, currency })) })}
            </p>
          </div>
          {isCurrent && <Tag tone="pitch">{t('rewards.yourLevel')}</Tag>}
        </div>
        <Facts>
          <Fact label={t('rewards.withdrawFee')}>{formatPercent(benefits.withdrawFee, { lan })}</Fact>
          <Fact label={t('rewards.withdrawMax')}>{formatMoney(benefits.withdrawMax, { lan, currency })}</Fact>
          <Fact label={t('rewards.checkInShare')}>{formatPercent(String(benefits.checkIn), { lan })}</Fact>
          <Fact label={t('rewards.supportKind')} words>
            {t(`rewards.support.${benefits.support}`)}
          </Fact>
        </Facts>
      </div>
    </Card>
  );
};
