import { useMemo } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision } from '../../features/queue/decision.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/use-rights.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { MemberFactor } from './member-factor.tsx';
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
