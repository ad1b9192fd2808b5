import { exclusions } from '@touchline/contract/shapes/play';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { again, useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { Decision } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { Choice } from '../../ui/choice.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A member's limits, restriction and what play has brought or cost; who looks after members can exclude. */
export const PlayDetail = ({ member }: { member: string }) => {
  const t = useT();
  const may = useMay();
  const { money, signed, when, currency } = useFormats();
  const { data, error, refetch } = useCall('officePlayDetail', { member });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} />;
  const { restriction, limits, net, openStakes } = data.play;
  return (
    <>
      {restriction !== undefined && (
        <Note>
          {restriction.until === undefined
            ? t(`play.${restriction.kind}ForGood`)
            : t(`play.${restriction.kind}`, { until: when(restriction.until) })}
        </Note>
      )}
      <Section title={t('play.net', { currency })}>
        <Facts
          of={[
            ...(['day', 'week', 'month', 'all'] as const).map(
              (period) => [t(`play.period.${period}`), signed(net[period].net)] as const,
            ),
            [t('play.open'), money(openStakes)],
          ]}
        />
      </Section>
      <Section title={t('play.limits')}>
        {limits.length === 0 && <p>{t('play.noLimits')}</p>}
        <Facts
          of={limits.map(({ kind, period, amount, used }) => [
            t(`play.limit.${kind}`, { period: t(`play.period.${period}`) }),
            amount === undefined ? '–' : t('play.used', { used: money(used), amount: money(amount) }),
          ])}
        />
      </Section>
      {may('officePlayExclude') && <Exclude member={member} account={data.member.account} />}
    </>
  );
};

const Exclude = ({ member, account }: { member: string; account: string }) => {
  const t = useT();
  const [length, setLength] = useState<(typeof exclusions)[number]>('6m');
  return (
    <Section title={t('play.exclude')}>
      <Choice
        label={t('play.length')}
        value={length}
        choices={exclusions}
        name={(each) => t(`play.lengths.${each}`)}
        onChange={(chosen) => chosen !== undefined && setLength(chosen)}
      />
      <Decision
        options={[
          {
            ...{ key: 'x', label: t('play.exclude'), harm: true },
            sentence: t('play.excludeSure', { member: account, length: t(`play.lengths.${length}`) }),
            asks: { note: t('decision.reason'), noteNeeded: true },
            run: async ({ note }) => note && call('officePlayExclude', { member, length, reason: note }),
          },
        ]}
        onDone={() => void again('officePlayDetail')}
        onRefused={() => void again('officePlayDetail')}
      />
    </Section>
  );
};
