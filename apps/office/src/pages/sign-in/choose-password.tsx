import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useSite } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { searchOf } from '@touchline/kit/search';
import { Failure, Note } from '../../ui/notices.tsx';
import { NewPasswordField } from '../../ui/fields.tsx';
import styles from './sign-in.module.css';

/** Where an operator chooses a password, by a link that is used once. */
export const ChoosePasswordPage = () => {
  const t = useT();
  const { name } = useSite();
  const { code = '' } = searchOf(useSearch({ strict: false }));
  const [password, setPassword] = useState('');
  const choose = useMutation({ mutationFn: () => call('officePasswordSet', { code, password }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!choose.isPending) choose.mutate();
  };
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1>{t('choosePassword.title', { site: name })}</h1>
        {choose.data === undefined ? (
          <form className={styles.fields} onSubmit={submit}>
            {choose.isError && <Failure error={choose.error} />}
            <NewPasswordField value={password} onChange={setPassword} />
            <Button type="submit" size="sm" loading={choose.isPending}>
              {t('choosePassword.submit')}
            </Button>
          </form>
        ) : (
          <>
            <Note done>{t('choosePassword.done', { account: choose.data.account })}</Note>
            <Link to="/sign-in" search={{}}>
              {t('signIn.submit')}
            </Link>
          </>
        )}
      </div>
    </main>
  );
};
