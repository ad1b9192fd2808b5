import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useSite } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { AccountField, NewPasswordField } from '../../ui/fields.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import { Secret } from '../../ui/secret.tsx';
import styles from './sign-in.module.css';

/** Where a person asks to be let into the office, by a code that they give to two owners themselves. */
export const AskAccessPage = () => {
  const t = useT();
  const { name } = useSite();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const ask = useMutation({
    mutationFn: () => call('officeAccessAsk', { account: account.trim(), password }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ask.isPending) ask.mutate();
  };
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1>{t('askAccess.title', { site: name })}</h1>
        {ask.data === undefined ? (
          <form className={styles.fields} onSubmit={submit}>
            <p className={styles.hint}>{t('askAccess.hint')}</p>
            {ask.isError && <Failure error={ask.error} />}
            <AccountField value={account} onChange={setAccount} />
            <NewPasswordField value={password} onChange={setPassword} />
            <Button type="submit" size="sm" loading={ask.isPending}>
              {t('askAccess.submit')}
            </Button>
          </form>
        ) : (
          <>
            <Note done>{t('askAccess.done', { account: account.trim() })}</Note>
            <Secret text={ask.data.code} hint={t('askAccess.codeHint')} />
            <Link to="/sign-in" search={{}}>
              {t('signIn.submit')}
            </Link>
          </>
        )}
      </div>
    </main>
  );
};
