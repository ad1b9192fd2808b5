import { useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { Decision } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/page.tsx';

const refresh = () => void again('officeOperatorList', 'officeMe', 'officeToday');

/** One owner is left of several: how that one may decide alone, if there is no second to be restored. */
export const OwnerLost = ({ isMine }: { isMine: boolean }) => {
  const t = useT();
  const [asked, setAsked] = useState(0);
  return (
    <Section title={t('owner.title')}>
      <Note>{t('owner.lost')}</Note>
      {isMine && (
        <Decision
          key={asked}
          options={[
            {
              key: 'u',
              label: t('owner.useCode'),
              quiet: true,
              sentence: t('owner.useCodeSure'),
              asks: { reference: t('owner.recoveryCode') },
              run: ({ reference: code }) => call('officeOwnerAlone', { code }),
            },
            {
              key: 'a',
              label: t('owner.ask'),
              harm: true,
              sentence: t('owner.askSure'),
              run: () => call('officeOwnerAlone', {}),
            },
          ]}
          onDone={() => {
            setAsked(asked + 1);
            refresh();
          }}
          onRefused={refresh}
        />
      )}
    </Section>
  );
};
