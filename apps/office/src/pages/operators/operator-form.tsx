import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Operator, type OperatorRole, operatorRoles } from '@touchline/contract/shapes/office';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { useT } from '../../shell/i18n.ts';
import { sessionStore } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { Secret } from '../../ui/secret.tsx';
import styles from './operator-form.module.css';

/** Adds an operator, whose password the server makes and tells once; or changes what one may. */
export const OperatorForm = ({ of }: { of: Operator | undefined }) => {
  const t = useT();
  const session = useStore(sessionStore);
  const [account, setAccount] = useState('');
  const [roles, setRoles] = useState<readonly OperatorRole[]>(of?.roles ?? []);
  const save = useMutation({
    mutationFn: (change: { roles: OperatorRole[] }) =>
      call('officeOperatorSave', of === undefined ? { account, ...change } : { id: of.id, ...change }),
    onSuccess: () => void again('officeOperatorList', 'officeToday'),
  });
  const isSelf = of !== undefined && of.id === session?.id;
  const toggle = (role: OperatorRole) => () =>
    setRoles(roles.includes(role) ? roles.filter((each) => each !== role) : [...roles, role]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ roles: [...roles] });
  };
  if (save.data?.password !== undefined) {
    return (
      <>
        <p>{t('operator.password', { account: save.data.operator.account })}</p>
        <Secret text={save.data.password} hint={t('operator.passwordHint')} />
      </>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {save.isError && <Failure error={save.error} />}
      {save.isSuccess && <Note done>{t('operator.saved')}</Note>}
      {isSelf && <Note>{t('operator.self')}</Note>}
      {!isSelf && <p>{t('operator.addHint')}</p>}
      {of === undefined && (
        <TextInput
          label={t('signIn.account')}
          value={account}
          onChange={({ currentTarget }) => setAccount(currentTarget.value)}
          maxLength={64}
          required
          withAsterisk={false}
          autoComplete="off"
        />
      )}
      <fieldset className={styles.roles} disabled={isSelf}>
        <legend>{t('account.roles')}</legend>
        {operatorRoles.map((role) => (
          <Checkbox
            key={role}
            label={t(`role.${role}`)}
            description={t(`roleMay.${role}`)}
            checked={roles.includes(role)}
            onChange={toggle(role)}
          />
        ))}
      </fieldset>
      <div className={styles.actions}>
        <Button type="submit" loading={save.isPending} disabled={isSelf || roles.length === 0}>
          {of === undefined ? t('operator.add') : t('operator.save')}
        </Button>
      </div>
    </form>
  );
};
