import type { Output } from '@touchline/contract/routes';
import type { VipLevel } from '@touchline/contract/shapes/rewards';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { useCall } from '../../lib/query.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useUser } from '../../lib/user.ts';
import { Bar } from '../../ui/bar.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './information.module.css';

/** VIP levels: the member's own, the way to the next, and what each gives. */
export const LevelsPage = () => {
  const t = useT();
  const levels = useCall('levelList', {});
  const currency = useUser()?.currency ?? '';
  return (
    <Page layout="wide" title={t('rewards.levels')} onRefresh={() => levels.refetch()}>
      {levels.isPending && (
        <Card>
          <div className={styles.own}>
            <Skeleton width={5} height={0.75} />
            <Skeleton width={9} height={1.375} />
            <Skeleton height={0.375} />
            <Skeleton height={2} />
          </div>
        </Card>
      )}
      {levels.data === undefined && levels.isError && (
        <LoadFailure error={levels.error} onRetry={levels.refetch} />
      )}
      {levels.data !== undefined && (
        <>
          <Card>
            <OwnLevel levels={levels.data} currency={currency} />
          </Card>
          <MatchSection title={t('rewards.benefits')}>
            <div className={styles.levels}>
              {levels.data.list.map((level) => (
                <LevelCard
                  key={level.level}
                  level={level}
                  isCurrent={level.level === levels.data.current}
                  currency={currency}
                />
              ))}
            </div>
          </MatchSection>
          <Card flush>
            <ListRow icon="wallet" label={t('nav.withdraw')} to="/pages/information/withdraw" />
            <ListRow icon="calendar" label={t('rewards.checkIn')} to="/pages/checkin/checkin" />
          </Card>
        </>
      )}
    </Page>
  );
};

const OwnLevel = ({ levels, currency }: { levels: Output<'levelList'>; currency: string }) => {
  const t = useT();
  const money = (amount: string): string => formatMoney(amount, { lan: currentLan(), currency });
  const { list, current, progress } = levels;
  const nameOf = (level: number | undefined): string => list.find((each) => each.level === level)?.name ?? '';
  return (
    <div className={styles.own}>
      <p className={styles.label}>{t('rewards.yourLevel')}</p>
      <p className={styles.levelsName}>{nameOf(current)}</p>
      {progress.next !== undefined && (
        <Bar label={t('rewards.wayTo', { name: nameOf(progress.next) })} percent={progress.percent} />
      )}
      <Facts>
        <Fact label={t('rewards.turnover')}>{money(progress.turnover)}</Fact>
        {progress.left !== undefined && (
          <Fact label={t('rewards.left', { name: nameOf(progress.next) })}>{money(progress.left)}</Fact>
        )}
      </Facts>
      {progress.next === undefined && <p className={styles.rule}>{t('rewards.top')}</p>}
      <p className={styles.rule}>{t('rewards.levelRule')}</p>
    </div>
  );
};

type LevelCardProps = { level: VipLevel; isCurrent: boolean; currency: string };

/** A VIP level: what it takes, and what it gives. */
const LevelCard = ({ level, isCurrent, currency }: LevelCardProps) => {
  const t = useT();
  const lan = currentLan();
  const { benefits, turnover } = level;
  return (
    <Card>
      <div className={styles.levelsRank} aria-current={isCurrent ? 'true' : undefined}>
        <div className={styles.levelsHead}>
          <span className={`figures ${styles.levelsNumber}`} aria-hidden="true">
            {level.level}
          </span>
          <div className={styles.levelsNames}>
            <h3 className={styles.levelName}>
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
