import { dayMs } from '@touchline/contract/durations';
import { Button, Table, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatCount } from '@touchline/locales/format';
import { dayIn } from '@touchline/locales/format-time';
import { useState } from 'react';
import type {
  RewardOverview,
  RewardRulesChange,
  RewardVersion,
} from '@touchline/contract/shapes/office-growth';
import { RuleChangeDetail } from '../../features/growth/rule-change.tsx';
import { rulesLimit, RulesView } from '../../features/growth/rules-view.tsx';
import { ScrollBox } from '../../features/growth/tables.tsx';
import { call } from '../../lib/call.ts';
import { useDayFormats } from '../../lib/day-formats.ts';
import { again, useCall } from '../../lib/query.ts';
import { useMay } from '../../lib/rights.ts';
import { useFormats, useSite } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { usePageNumber, usePageSearch } from '../../lib/search.ts';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Figures } from '../../ui/figure.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RewardForm } from './reward-form.tsx';
import { ScaleTable, TermsTable } from './tables.tsx';
import styles from '../../features/growth/growth.module.css';

const refresh = () => void again('officeRewardRulesChanges', 'officeRewardRules', 'officeRewardOverview');

/** The rules of check-ins and VIP levels: what counts, what was published, and what is proposed. */
const RewardRulesView = () => {
  const t = useT();
  const may = useMay();
  const page = usePageNumber();
  const versions = useCall('officeRewardRules', { limit: 100 });
  const changes = useCall(
    'officeRewardRulesChanges',
    { page, limit: rulesLimit },
    { follow: true, keep: true },
  );
  return (
    <RulesView
      title={t('reward.rules')}
      back={t('place.rewards')}
      versions={versions}
      changes={changes}
      first="0"
      mayPropose={may('officeRewardRulesSave')}
      Form={RewardForm}
      Detail={Proposal}
      Version={Version}
    />
  );
};

const Version = ({
  of,
  before,
}: {
  of: Pick<RewardVersion, 'rules' | 'terms'>;
  before: Pick<RewardVersion, 'rules' | 'terms'> | undefined;
}) => (
  <>
    <ScaleTable of={of.rules.checkIn} before={before?.rules.checkIn} />
    <TermsTable of={of.terms} before={before?.terms} />
  </>
);

const Proposal = ({ of, versions }: { of: RewardRulesChange; versions: readonly RewardVersion[] }) => {
  const t = useT();
  const may = useMay();
  return (
    <>
      <Section title={t('ruleChange.beforeAfter')}>
        <Version of={of} before={versions.find(({ version }) => version === of.basedOn)} />
      </Section>
      <RuleChangeDetail
        of={of}
        newest={versions[0]?.version}
        mayDecide={may('officeRewardRulesDecide')}
        decide={(decision, note) =>
          call('officeRewardRulesDecide', {
            id: of.id,
            seen: of.seen,
            decision,
            note,
          })
        }
        onDone={refresh}
      />
    </>
  );
};

/** Check-ins and VIP levels: what they give and cost, and their rules. */
export const RewardsPage = () => {
  const { view } = usePageSearch();
  return view === 'rules' ? <RewardRulesView /> : <RewardsView />;
};

/** The days of the address; the last thirty where it names none. */
const useSpan = (): { from: string; to: string } => {
  const { timeZone } = useSite();
  const { from = '', to = '' } = usePageSearch();
  const [now] = useState(() => Date.now());
  return {
    from: from === '' ? dayIn(new Date(now - 29 * dayMs), timeZone) : from,
    to: to === '' ? dayIn(new Date(now), timeZone) : to,
  };
};

const RewardsView = () => {
  const t = useT();
  const navigate = useNavigate();
  const search = usePageSearch();
  const span = useSpan();
  const { money, currency } = useFormats();
  const found = useCall('officeRewardOverview', span, { keep: true });
  const showRules = (): void => void navigate({ to: '.', search: { view: 'rules' } });
  useShortcut('v', t('reward.rules'), showRules);
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  return (
    <Page
      title={t('place.rewards')}
      filters={
        <>
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              aria-label={t(`audit.${name}`)}
              value={span[name]}
              onChange={({ currentTarget }) =>
                void navigate({ to: '.', search: { ...search, [name]: currentTarget.value }, replace: true })
              }
            />
          ))}
        </>
      }
      action={
        <Button variant="default" onClick={showRules}>
          {t('reward.rules')}
        </Button>
      }
    >
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data === undefined ? (
        <Skeleton lines={10} />
      ) : (
        <>
          <Figures
            of={[
              { name: t('reward.cost', { currency }), value: money(found.data.cost.amount) },
              { name: t('reward.checkIns'), value: count(found.data.cost.checkIns) },
              {
                name: t('ruleChange.basedOn'),
                value: found.data.version === '0' ? t('reward.settings') : found.data.version,
              },
              {
                name: t('reward.onLevels'),
                value: count(found.data.levels.reduce((sum, { members = 0 }) => sum + members, 0)),
              },
            ]}
          />
          <div className={styles.columns}>
            <div className={styles.stack}>
              <Section title={t('reward.scale')}>
                <ScaleTable of={found.data.checkIn} />
              </Section>
              <Section title={t('reward.levels')}>
                <TermsTable of={found.data.levels} hasMembers />
                <p className={styles.hint}>{t('reward.membersHint')}</p>
              </Section>
            </div>
            <div className={styles.stack}>
              <Section title={t('reward.levelsCost')}>
                <LevelsCost of={found.data.cost.levels} />
              </Section>
              <Section title={t('reward.costByDay')}>
                <CostDays of={found.data.cost.days} span={span} />
                {found.data.cost.days.length > 0 && <p className={styles.hint}>{t('reward.costHint')}</p>}
              </Section>
            </div>
          </div>
        </>
      )}
    </Page>
  );
};

/** What VIP levels cost within the days: only recorded costs, and how much is not recorded. */
const LevelsCost = ({ of }: { of: RewardOverview['cost']['levels'] }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const { unknownWithdrawals: withdrawals, unknownCheckIns: checkIns } = of;
  return (
    <>
      <Figures
        of={[
          { name: t('reward.feesSaved', { currency }), value: money(of.fees) },
          { name: t('reward.feesLower'), value: formatCount(of.withdrawals, { lan: currentLan() }) },
          { name: t('reward.checkInExtra', { currency }), value: money(of.checkIns) },
        ]}
      />
      <p className={styles.hint}>{t('reward.levelsHint')}</p>
      {withdrawals + checkIns > 0 && (
        <p className={styles.hint}>{t('reward.levelsUnknown', { withdrawals, checkIns })}</p>
      )}
    </>
  );
};

type Days = RewardOverview['cost']['days'];

/** What check-ins cost day by day, as a row of bars and a table. */
const CostDays = ({ of, span }: { of: Days; span: { from: string; to: string } }) => {
  const t = useT();
  const { longDay: day } = useDayFormats();
  const { money, currency } = useFormats();
  if (of.length === 0) return <p className={styles.hint}>{t('reward.noCost')}</p>;
  return (
    <>
      <Bars of={of} span={span} />
      <ScrollBox label={t('reward.costByDay')}>
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('commission.day')}</Table.Th>
              <Table.Th scope="col" data-align="end">
                {t('reward.checkIns')}
              </Table.Th>
              <Table.Th scope="col" data-align="end">
                {t('reward.cost', { currency })}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.map((one) => (
              <Table.Tr key={one.day}>
                <Table.Th scope="row">{day(one.day)}</Table.Th>
                <Table.Td data-align="end">{formatCount(one.checkIns, { lan: currentLan() })}</Table.Td>
                <Table.Td data-align="end">{money(one.amount)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </>
  );
};

const height = 48;

/** The same as bars, the oldest day first; the table next to it has the figures. */
const Bars = ({ of, span }: { of: Days; span: { from: string; to: string } }) => {
  const t = useT();
  const first = Date.parse(span.from);
  const days = Math.max(1, Math.round((Date.parse(span.to) - first) / dayMs) + 1);
  const most = Math.max(...of.map(({ amount }) => Number(amount)));
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${days} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('reward.costByDay')}
    >
      {of.map(({ day, amount }) => {
        const tall = most === 0 ? 0 : (Number(amount) / most) * height;
        const at = Math.round((Date.parse(day) - first) / dayMs);
        return <rect key={day} x={at + 0.1} y={height - tall} width={0.8} height={tall} />;
      })}
    </svg>
  );
};
