import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useSite } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { searchOf } from '@touchline/kit/search';
import { AccountField, NewPasswordField } from '../../ui/fields.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import styles from './sign-in.module.css';

/** The first owner of a site, made by the link that its server printed at the start. */
export const FirstPage = () => {
  const t = useT();
  const { name } = useSite();
  const { code = '' } = searchOf(useSearch({ strict: false }));
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const make = useMutation({
    mutationFn: () => call('officeFirst', { code, account: account.trim(), password }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  };
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1>{t('first.title', { site: name })}</h1>
        {make.data === undefined ? (
          <form className={styles.fields} onSubmit={submit}>
            <p className={styles.hint}>{t('first.hint')}</p>
            {make.isError && <Failure error={make.error} />}
            <AccountField value={account} onChange={setAccount} />
            <NewPasswordField value={password} onChange={setPassword} />
            <Button type="submit" size="sm" loading={make.isPending}>
              {t('first.submit')}
            </Button>
          </form>
        ) : (
          <>
            <Note done>{t('first.made', { account: make.data.operator.account })}</Note>
            <Link to="/sign-in" search={{}}>
              {t('signIn.submit')}
            </Link>
          </>
        )}
      </div>
    </main>
  );
};
