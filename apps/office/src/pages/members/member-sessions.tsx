import { useMemo } from 'react';
import { proposalOptions } from '../../features/queue/proposal.tsx';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import styles from './members.module.css';
import type { MemberDetail } from './tabs.ts';

type Session = MemberDetail['sessions'][number];

const keyOf = ({ id }: Session): string => id;
const refresh = () => void again('officeMemberDetail');

/** Where the member is signed in, and the end of all of it. */
export const MemberSessions = ({ of }: { of: MemberDetail }) => {
  const { member, sessions } = of;
  const t = useT();
  const may = useMay();
  const { when, ago } = useFormats();
  const columns = useMemo(
    (): Column<Session>[] => [
      {
        id: 'device',
        header: t('sessions.device'),
        cell: ({ browser, system }) =>
          [browser, system].filter((one) => one !== undefined).join(' · ') || t('sessions.unknown'),
      },
      { id: 'address', header: t('audit.address'), cell: ({ address }) => address },
      { id: 'since', header: t('sessions.since'), cell: ({ createdAt }) => when(createdAt) },
      { id: 'used', header: t('sessions.lastUsed'), cell: ({ lastUsedAt }) => ago(lastUsedAt) },
    ],
    [t, when, ago],
  );
  return (
    <>
      <DataTable
        label={t('memberTab.sessions')}
        columns={columns}
        keyOf={keyOf}
        rows={sessions}
        error={null}
        onRetry={refresh}
        empty={{ title: t('member.noSessions'), hint: t('member.noSessionsHint') }}
      />
      {sessions.length > 0 && may('officeMemberSessionsEnd') && (
        <Decision
          options={[
            {
              key: 'x',
              label: t('member.endSessions'),
              harm: true,
              sentence: t('member.endSessionsSure', { member: member.account, count: sessions.length }),
              asks: { note: t('decision.reason'), noteNeeded: true },
              run: async ({ note: why }) =>
                why && call('officeMemberSessionsEnd', { member: member.id, why }),
            },
          ]}
          onDone={refresh}
          onRefused={refresh}
        />
      )}
      <MemberFactor of={of} />
    </>
  );
};

const refreshFactors = () => void again('officeMemberDetail', 'officeMemberList', 'officeToday');

/** Second factors of the member; for one who lost them all, two operators remove them. */
const MemberFactor = ({ of }: { of: MemberDetail }) => {
  const t = useT();
  const { when } = useFormats();
  const options = useFactorOptions(of);
  const { app, passkeys, recoveryCodes, withdrawFrom, end } = of.factors;
  const has = app || passkeys > 0;
  return (
    <Section title={t('member.factorPart')}>
      {!has && <p className={styles.soft}>{t('member.factorNone')}</p>}
      <Facts
        of={[
          [t('member.factorApp'), has ? t(app ? 'settings.on' : 'settings.off') : undefined],
          [t('member.factorPasskeys'), has ? passkeys : undefined],
          [t('member.factorCodes'), has ? recoveryCodes : undefined],
          [t('member.factorHeld'), withdrawFrom === undefined ? undefined : when(withdrawFrom)],
          [
            t('member.factorProposed'),
            end === undefined ? undefined : `${end.proposedBy.account}, ${when(end.proposedAt)}`,
          ],
          [t('decision.reason'), end?.reason],
        ]}
      />
      {end?.used === true && <Note>{t('member.factorUsed')}</Note>}
      {options.length > 0 && (
        <Decision options={options} onDone={refreshFactors} onRefused={refreshFactors} />
      )}
    </Section>
  );
};

const useFactorOptions = ({ member: { id: member, account }, factors }: MemberDetail): Option[] => {
  const t = useT();
  const may = useMay();
  const { data: me } = useCall('officeMe', {});
  const { end } = factors;
  const needed = { note: t('decision.reason'), noteNeeded: true };
  if (end === undefined) {
    if (!may('officeMemberFactorEnd') || (!factors.app && factors.passkeys === 0)) return [];
    return [
      {
        key: 'f',
        label: t('member.factorEnd'),
        sentence: t('member.factorEndSure', { member: account }),
        harm: true,
        asks: needed,
        run: async ({ note: why }) => why && call('officeMemberFactorEnd', { member, why }),
      },
    ];
  }
  if (!may('officeMemberFactorDecide') || me === undefined) return [];
  const isMine = me.id === end.proposedBy.id;
  const used = end.used ? t('member.factorUsed') : undefined;
  return proposalOptions({
    isMine,
    barred: isMine ? t('member.factorBarred') : used,
    harm: 'apply',
    apply: {
      label: t('member.factorApply'),
      sentence: t('member.factorApplySure', { member: account, by: end.proposedBy.account }),
    },
    withdraw: {
      label: t('member.factorWithdraw'),
      sentence: t('member.factorWithdrawSure', { member: account }),
    },
    refuse: {
      label: t('member.factorRefuse'),
      sentence: t('member.factorRefuseSure', { member: account }),
      asks: needed,
    },
    decide: (decision, { note }) =>
      call('officeMemberFactorDecide', { member, id: end.id, version: end.version, decision, note }),
  });
};
