import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { Decision, type Option } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { Section } from '../../ui/page.tsx';
import type { Detail } from './member-view.tsx';

const refresh = () => void again('officeMemberDetail', 'officeMemberList');

/** Locks or unlocks the account, after a text about the consequences. */
export const MemberLock = ({ of: { member, sessions } }: { of: Detail }) => {
  const t = useT();
  const may = useMay();
  if (!may('officeMemberLock')) return null;
  const names = { member: member.account, count: sessions.length };
  const lock =
    (locked: boolean): Option['run'] =>
    async ({ note: why }) =>
      why && call('officeMemberLock', { member: member.id, version: member.version, locked, why });
  const asks = { note: t('decision.reason'), noteNeeded: true };
  const options: Option[] = [
    member.locked === undefined
      ? {
          key: 'x',
          label: t('member.lock'),
          sentence: t('member.lockSure', names),
          harm: true,
          asks,
          run: lock(true),
        }
      : {
          key: 'x',
          label: t('member.unlock'),
          sentence: t('member.unlockSure', names),
          asks,
          run: lock(false),
        },
  ];
  return (
    <Section title={t('member.lockPart')}>
      <Decision options={options} onDone={refresh} onRefused={refresh} />
    </Section>
  );
};
