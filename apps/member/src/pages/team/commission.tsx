import { Link } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import type { CommissionLine } from '@touchline/contract/shapes/team';
import { formatDecimal, formatMoney, formatPercent, formatSignedMoney } from '@touchline/locales/format';
import { formatLongDate } from '@touchline/locales/format-time';
import type { PageSearch } from '@touchline/kit/search';
import { useCall } from '../../lib/query.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { BigAmount } from '../../features/labels/big-amount.tsx';
import { withoutZeros } from '../../features/labels/margin-meaning.tsx';
import { Moment } from '../../features/labels/time.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { keptOnAverage } from '../../features/team/arithmetic.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useUser } from '../../lib/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './team.module.css';

/** The statement of a day's commission: how each line was calculated, and what was corrected later. */
export const CommissionPage = ({ id }: PageSearch) => {
  const t = useT();
  return id === undefined ? (
    <Page layout="cards" title={t('nav.commission')}>
      <EmptyState icon="records" title={t('team.whichDay')}>
        <Link to="/pages/information/team" search={{}} className={buttonClass('quiet')}>
          {t('team.allDays')}
        </Link>
      </EmptyState>
    </Page>
  ) : (
    <Statement id={id} />
  );
};

const Statement = ({ id }: { id: string }) => {
  const t = useT();
  const { data, error, refetch } = useCall('commissionDetail', { id });
  return (
    <Page layout="cards" title={t('nav.commission')} onRefresh={refetch}>
      {data !== undefined && <Day {...data} />}
      {data === undefined && error === null && (
        <>
          <Card>
            <Skeleton height={5} />
          </Card>
          <Card>
            <Skeleton height={9} />
          </Card>
        </>
      )}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  );
};

const Day = ({ commission, rulesVersion, teamLevel, lines, total }: Output<'commissionDetail'>) => {
  const t = useT();
  const lan = currentLan();
  const currency = useUser()?.currency ?? '';
  return (
    <>
      <Card>
        <div className={styles.commissionHead}>
          <div className={styles.top}>
            <span>{formatLongDate(commission.day, { lan, timeZone: 'UTC' })}</span>
            <Tag tone={commission.state === 'paid' ? 'pitch' : 'amber'}>
              {t(`team.state.${commission.state}`)}
            </Tag>
          </div>
          <BigAmount amount={commission.amount} currency={currency} />
          <Facts>
            <Fact label={t('team.levelThatDay')}>{teamLevel}</Fact>
            <Fact label={t('team.rulesVersion')}>{rulesVersion}</Fact>
            {commission.paidAt !== undefined && (
              <Fact label={t('team.paidAt')} words>
                <Moment at={commission.paidAt} />
              </Fact>
            )}
          </Facts>
        </div>
      </Card>
      <MatchSection title={t('team.arithmetic')}>
        <Card flush>
          <CommissionLines lines={lines} />
          <p className={styles.sum}>
            <b>{t('team.sum')}</b>
            <b>
              <bdi dir="ltr" className="figures">
                {formatSignedMoney(total, { lan })}
              </bdi>
            </b>
          </p>
        </Card>
        <p className={styles.commissionNote}>{t('team.arithmeticNote')}</p>
      </MatchSection>
      <Card flush>
        <ListRow icon="book" label={t('nav.teamRules')} to="/pages/teamrules/teamrules" />
      </Card>
    </>
  );
};

/** Each line of a statement with its arithmetic; corrections follow what they correct. */
const CommissionLines = ({ lines }: { lines: readonly CommissionLine[] }) => (
  <ul>
    {lines.map((line, nth) => (
      // Lines have no id, and none is ever inserted between two others.
      // oxlint-disable-next-line react/no-array-index-key
      <Line key={nth} line={line} />
    ))}
  </ul>
);

const Line = ({ line }: { line: CommissionLine }) => {
  const t = useT();
  const lan = currentLan();
  const { kind, at, generation, people, stakes, theoretical, rate, amount } = line;
  const kept = keptOnAverage(stakes, theoretical);
  const values = {
    stakes: isolated(formatMoney(stakes, { lan })),
    theoretical: isolated(formatDecimal(withoutZeros(theoretical), lan)),
    rate: isolated(formatPercent(rate, { lan })),
    amount: isolated(formatMoney(amount, { lan })),
  };
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <b>{t('team.generation', { level: generation })}</b>
        <b>
          <bdi dir="ltr" className="figures">
            {formatSignedMoney(amount, { lan })}
          </bdi>
        </b>
      </div>
      <p className={styles.commissionNote}>
        {kind === 'correction' ? t('team.correction') : t('team.people', { count: people })}
        {at !== undefined && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
      </p>
      <p className={styles.commissionNote}>
        {kept === undefined
          ? t('team.lineWithoutKept', values)
          : t('team.line', { ...values, kept: isolated(formatPercent(withoutZeros(kept), { lan })) })}
      </p>
    </li>
  );
};
