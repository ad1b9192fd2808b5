import type { Operator } from '@touchline/contract/shapes/office';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { Decision } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/page.tsx';

/** Signs another operator out everywhere, or takes off a second factor that was lost. */
export const OperatorAccess = ({ of: { id, account } }: { of: Operator }) => {
  const t = useT();
  const may = useMay();
  const [done, setDone] = useState<string>();
  if (!may('officeOperatorSignOut') || !may('officeFactorEnd')) return null;
  const told = (text: string): void => setDone(text);
  return (
    <Section title={t('operator.access')}>
      {done !== undefined && <Note done>{done}</Note>}
      <Decision
        key={done}
        options={[
          {
            ...{ key: 's', label: t('operator.signOut'), quiet: true },
            sentence: t('operator.signOutSure', { account }),
            run: async () => {
              const { ended } = await call('officeOperatorSignOut', { id });
              told(t('operator.signedOut', { count: ended }));
            },
          },
          {
            ...{ key: 'x', label: t('operator.factorEnd'), harm: true },
            sentence: t('operator.factorEndSure', { account }),
            asks: { note: t('decision.reason'), noteNeeded: true },
            run: async ({ note: reason }) => {
              if (reason === undefined) return;
              await call('officeFactorEnd', { id, reason });
              told(t('operator.factorEnded'));
            },
          },
        ]}
        onDone={() => void again('officeOperatorList')}
        onRefused={() => setDone(undefined)}
      />
    </Section>
  );
};
