import type { Output } from '@touchline/contract/routes';
import type { OperatorAccount } from '@touchline/contract/shapes/office';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Note } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { OperatorOutcome } from './operator-outcome.tsx';

/** Whether another operator gets in: sessions, password, second factor, and whether at all. */
export const OperatorAccess = ({
  of: { id, version, account, disabledAt },
}: {
  of: Pick<OperatorAccount, 'id' | 'version' | 'account' | 'disabledAt'>;
}) => {
  const t = useT();
  const may = useMay();
  const [done, setDone] = useState<string>();
  const [outcome, setOutcome] = useState<Output<'officeOperatorSave'>>();
  if (!may('officeOperatorSignOut') || !may('officeFactorEnd')) return null;
  const tell = (text: string, made?: Output<'officeOperatorSave'>): void => {
    setDone(text);
    setOutcome(made);
  };
  const turn: Option =
    disabledAt === undefined
      ? {
          key: 'd',
          label: t('operator.disable'),
          harm: true,
          sentence: t('operator.disableSure', { account }),
          run: async () => {
            await call('officeOperatorSave', { id, version, disabled: true });
            tell(t('operator.off'));
          },
        }
      : {
          key: 'd',
          label: t('operator.enable'),
          quiet: true,
          sentence: t('operator.enableSure', { account }),
          run: async () =>
            tell(t('operator.on'), await call('officeOperatorSave', { id, version, disabled: false })),
        };
  return (
    <Section title={t('operator.access')}>
      {done !== undefined &&
        (outcome === undefined ? <Note done>{done}</Note> : <OperatorOutcome of={outcome} done={done} />)}
      <Decision
        key={done}
        options={[
          {
            key: 's',
            label: t('operator.signOut'),
            quiet: true,
            sentence: t('operator.signOutSure', { account }),
            run: async () => {
              const { ended } = await call('officeOperatorSignOut', { id });
              tell(t('operator.signedOut', { count: ended }));
            },
          },
          {
            key: 'w',
            label: t('account.newPassword'),
            quiet: true,
            sentence: t('operator.passwordSure', { account }),
            asks: { reference: t('operator.code') },
            run: async ({ reference: code }) =>
              tell(
                t('operator.passwordEnded'),
                await call('officeOperatorSave', { id, version, newPassword: true, code }),
              ),
          },
          {
            key: 'x',
            label: t('operator.factorEnd'),
            harm: true,
            sentence: t('operator.factorEndSure', { account }),
            asks: { note: t('decision.reason'), noteNeeded: true },
            run: async ({ note: reason }) => {
              if (reason === undefined) return;
              tell(t('operator.factorEnded'), await call('officeFactorEnd', { id, version, reason }));
            },
          },
          turn,
        ]}
        onDone={() => void again('officeOperatorList', 'officeOperatorProposals', 'officeToday')}
        onRefused={() => {
          setDone(undefined);
          void again('officeOperatorList');
        }}
      />
    </Section>
  );
};
