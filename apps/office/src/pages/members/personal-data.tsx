import { Button } from '@mantine/core';
import type { Output } from '@touchline/contract/routes';
import type { OfficeMember } from '@touchline/contract/shapes/office';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision } from '../../features/queue/decision.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/use-rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/page.tsx';

/**
 * Contacts and name, masked until the operator opens them for a reason. They are kept nowhere but in this place, and gone when
 * one leaves it or looks at another window.
 */
export const PersonalData = ({ of }: { of: OfficeMember }) => {
  const t = useT();
  const may = useMay();
  const { dayName } = useFormats();
  const [opened, setOpened] = useState<Output<'officeMemberOpen'>>();
  useEffect(() => {
    if (opened === undefined) return undefined;
    const hide = (): void => {
      if (document.hidden) setOpened(undefined);
    };
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, [opened]);
  const mobile = opened?.mobile === undefined ? undefined : `+${opened.areaCode ?? ''} ${opened.mobile}`;
  return (
    <Section title={t('member.personal')}>
      <Facts
        of={[
          [t('member.realName'), (opened ?? of).realName ?? '–'],
          [t('member.email'), (opened ?? of).email ?? '–'],
          [t('member.mobile'), (opened === undefined ? of.mobile : mobile) ?? '–'],
          [t('member.birthDate'), opened === undefined ? '•••' : dayName(opened.birthDate)],
        ]}
      />
      {opened !== undefined && (
        <>
          <Note>{t('member.openedNote')}</Note>
          <div>
            <Button variant="default" onClick={() => setOpened(undefined)}>
              {t('member.hide')}
            </Button>
          </div>
        </>
      )}
      {opened === undefined && may('officeMemberOpen') && (
        <Decision
          options={[
            {
              key: 'o',
              label: t('member.open'),
              sentence: t('member.openHint'),
              quiet: true,
              asks: { note: t('decision.reason'), noteNeeded: true },
              run: async ({ note: why }) =>
                why && setOpened(await call('officeMemberOpen', { member: of.id, why })),
            },
          ]}
          onDone={() => undefined}
          onRefused={() => undefined}
        />
      )}
    </Section>
  );
};
