import { Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type OperatorAccount, type OperatorRole, operatorRoles } from '@touchline/contract/shapes/office';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { sessionStore } from '../../lib/session.ts';
import { useStore } from '../../lib/use-store.ts';
import { Failure, Note } from '../../ui/notices.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Unsaved, useTyped } from '../../features/words/unsaved.tsx';
import { OperatorOutcome } from './operator-outcome.tsx';
import styles from './operators.module.css';

/** Adds an operator, or changes the roles of one. What gives rights is proposed to another owner. */
export const OperatorForm = ({ of, isAlone }: { of: OperatorAccount | undefined; isAlone: boolean }) => {
  const t = useT();
  const session = useStore(sessionStore);
  const [account, setAccount] = useState('');
  const [code, setCode] = useState('');
  const [roles, setRoles] = useState<readonly OperatorRole[]>(of?.roles ?? []);
  const typed = useTyped();
  const save = useMutation({
    mutationFn: (change: { roles: OperatorRole[] }) =>
      call(
        'officeOperatorSave',
        of === undefined ? { account, code, ...change } : { id: of.id, version: of.version, ...change },
      ),
    onSuccess: typed.sent,
    onSettled: () => void again('officeOperatorList', 'officeOperatorProposals', 'officeToday'),
  });
  const isSelf = of !== undefined && of.id === session?.id;
  const isMore = of === undefined || roles.some((role) => !of.roles.includes(role));
  const isSame = of !== undefined && !isMore && roles.length === of.roles.length;
  const toggle = (role: OperatorRole) => () =>
    setRoles(roles.includes(role) ? roles.filter((each) => each !== role) : [...roles, role]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ roles: [...roles] });
  };
  const barred = (): string | undefined => {
    if (isSelf) return t('operator.self');
    if (roles.length === 0) return t('bar.role');
    return isSame ? t('content.barSame') : undefined;
  };
  const label = (): string => {
    if (isMore && !isAlone) return t(of === undefined ? 'operator.proposeAdd' : 'operator.proposeRoles');
    return t(of === undefined ? 'operator.add' : 'operator.save');
  };
  if (of === undefined && save.data !== undefined) {
    return <OperatorOutcome of={save.data} done={t('operator.saved')} />;
  }
  return (
    <form className={styles.form} onSubmit={submit} onChange={typed.onChange}>
      {save.isError && <Failure error={save.error} />}
      {save.data !== undefined && <OperatorOutcome of={save.data} done={t('operator.saved')} />}
      {!isSelf && <Note>{t(isAlone ? 'operator.addHint' : 'operator.proposeHint')}</Note>}
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
      {of === undefined && (
        <TextInput
          label={t('operator.code')}
          description={t('operator.codeHint')}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          maxLength={32}
          required
          withAsterisk={false}
          autoComplete="off"
          spellCheck={false}
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
        <SubmitButton loading={save.isPending} barred={barred()}>
          {label()}
        </SubmitButton>
      </div>
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};
