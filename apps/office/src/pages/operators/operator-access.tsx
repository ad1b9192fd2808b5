import type { Operator } from '@touchline/contract/shapes/office';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { Decision, type Option } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';

/** Whether another operator gets in: sessions, password, second factor, and whether at all. */
export const OperatorAccess = ({ of: { id, account, disabledAt } }: { of: Operator }) => {
  const t = useT();
  const may = useMay();
  const [done, setDone] = useState<string>();
  const [password, setPassword] = useState<string>();
  if (!may('officeOperatorSignOut') || !may('officeFactorEnd')) return null;
  const turn: Option =
    disabledAt === undefined
      ? {
          ...{ key: 'd', label: t('operator.disable'), harm: true },
          sentence: t('operator.disableSure', { account }),
          run: async () => {
            await call('officeOperatorSave', { id, disabled: true });
            setDone(t('operator.off'));
          },
        }
      : {
          ...{ key: 'd', label: t('operator.enable'), quiet: true },
          sentence: t('operator.enableSure', { account }),
          run: async () => {
            await call('officeOperatorSave', { id, disabled: false });
            setDone(t('operator.on'));
          },
        };
  return (
    <Section title={t('operator.access')}>
      {done !== undefined && <Note done>{done}</Note>}
      {password !== undefined && (
        <>
          <p>{t('operator.password', { account })}</p>
          <Secret text={password} hint={t('operator.passwordHint')} />
        </>
      )}
      <Decision
        key={password ?? done}
        options={[
          {
            ...{ key: 's', label: t('operator.signOut'), quiet: true },
            sentence: t('operator.signOutSure', { account }),
            run: async () => {
              const { ended } = await call('officeOperatorSignOut', { id });
              setDone(t('operator.signedOut', { count: ended }));
            },
          },
          {
            ...{ key: 'w', label: t('account.newPassword'), quiet: true },
            sentence: t('operator.passwordSure', { account }),
            run: async () => {
              const saved = await call('officeOperatorSave', { id, newPassword: true });
              setDone(undefined);
              setPassword(saved.password);
            },
          },
          {
            ...{ key: 'x', label: t('operator.factorEnd'), harm: true },
            sentence: t('operator.factorEndSure', { account }),
            asks: { note: t('decision.reason'), noteNeeded: true },
            run: async ({ note: reason }) => {
              if (reason === undefined) return;
              await call('officeFactorEnd', { id, reason });
              setDone(t('operator.factorEnded'));
            },
          },
          turn,
        ]}
        onDone={() => void again('officeOperatorList', 'officeToday')}
        onRefused={() => setDone(undefined)}
      />
    </Section>
  );
};
