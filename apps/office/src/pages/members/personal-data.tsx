import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OfficeMember } from '@touchline/contract/shapes/office';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './member.module.css';

/**
 * Contacts and name, masked until somebody opens them for a reason. They are kept nowhere but in this place, and gone when
 * one leaves it or looks at another window.
 */
export const PersonalData = ({ of }: { of: OfficeMember }) => {
  const t = useT();
  const may = useMay();
  const [why, setWhy] = useState('');
  const [asking, setAsking] = useState(false);
  const open = useMutation({
    mutationFn: () => call('officeMemberOpen', { member: of.id, why: why.trim() }),
    gcTime: 0,
  });
  const { data, reset } = open;
  useEffect(() => {
    if (data === undefined) return undefined;
    const hide = (): void => void (document.hidden && reset());
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, [data, reset]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (open.isPending) return;
    open.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        setWhy('');
      },
    });
  };
  const mobile = data?.mobile === undefined ? undefined : `+${data.areaCode ?? ''} ${data.mobile}`;
  return (
    <Section title={t('member.personal')}>
      <Facts
        of={[
          [t('member.realName'), (data ?? of).realName ?? '–'],
          [t('member.email'), (data ?? of).email ?? '–'],
          [t('member.mobile'), (data === undefined ? of.mobile : mobile) ?? '–'],
          [t('member.birthDate'), data === undefined ? '•••' : data.birthDate],
        ]}
      />
      {data !== undefined && (
        <>
          <Note>{t('member.openedNote')}</Note>
          <div>
            <Button variant="default" onClick={reset}>
              {t('member.hide')}
            </Button>
          </div>
        </>
      )}
      {data === undefined && may('officeMemberOpen') && !asking && (
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('member.open')}
          </Button>
        </div>
      )}
      {data === undefined && asking && (
        <form className={styles.form} onSubmit={submit}>
          <p className={styles.soft}>{t('member.openHint')}</p>
          {open.isError && <Failure error={open.error} />}
          <TextInput
            className={styles.wide}
            label={t('decision.reason')}
            value={why}
            onChange={({ currentTarget }) => setWhy(currentTarget.value)}
            minLength={5}
            maxLength={500}
            required
            withAsterisk={false}
            data-autofocus
          />
          <div className={styles.head}>
            <Button type="submit" loading={open.isPending}>
              {t('member.open')}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('decision.back')}
            </Button>
          </div>
        </form>
      )}
    </Section>
  );
};
