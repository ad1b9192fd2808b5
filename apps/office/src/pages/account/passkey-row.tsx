import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { needsCode } from '@touchline/client/errors';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { ProofFields, useProof } from '../../ui/proof-fields.tsx';
import styles from './account.module.css';

type Passkey = Output<'officeMe'>['secondFactor']['passkeys'][number];
type Form = { of: Passkey; totp: boolean; onClose: () => void };

/** One passkey with its name and use; its name can be changed, and it can be removed. */
export const PasskeyRow = ({ of, totp }: { of: Passkey; totp: boolean }) => {
  const t = useT();
  const { when } = useFormats();
  const [open, setOpen] = useState<'name' | 'remove'>();
  const Form = open === 'name' ? NameForm : RemoveForm;
  return (
    <li className={styles.row}>
      <div className={styles.session}>
        <span>
          {of.name}
          <br />
          <span className={styles.hint}>
            {of.lastUsedAt === undefined
              ? t('passkey.made', { when: when(of.createdAt) })
              : t('passkey.used', { when: when(of.lastUsedAt) })}
          </span>
        </span>
        {open === undefined && (
          <span className={styles.actions}>
            <Button variant="default" size="compact-xs" onClick={() => setOpen('name')}>
              {t('passkey.rename')}
            </Button>
            <Button variant="danger" size="compact-xs" onClick={() => setOpen('remove')}>
              {t('passkey.remove')}
            </Button>
          </span>
        )}
      </div>
      {open !== undefined && <Form of={of} totp={totp} onClose={() => setOpen(undefined)} />}
    </li>
  );
};

/** Sends a change of a passkey, and then looks what the operator has. */
const useChange = (change: () => Promise<unknown>, onClose: () => void) => {
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['officeMe'] });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!work.isPending) work.mutate();
  };
  return { work, submit };
};

const NameForm = ({ of, onClose }: Form) => {
  const t = useT();
  const [name, setName] = useState(of.name);
  const { work, submit } = useChange(
    () => call('officePasskeyName', { id: of.id, name: name.trim() }),
    onClose,
  );
  return (
    <form className={styles.form} onSubmit={submit}>
      {work.isError && <Failure error={work.error} />}
      <TextInput
        w="20rem"
        maw="100%"
        label={t('passkey.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={40}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <div className={styles.actions}>
        <Button type="submit" loading={work.isPending}>
          {t('passkey.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('decision.back')}
        </Button>
      </div>
    </form>
  );
};

const RemoveForm = ({ of, totp, onClose }: Form) => {
  const t = useT();
  const proof = useProof();
  const { work, submit } = useChange(() => call('officePasskeyDel', { id: of.id, ...proof.given }), onClose);
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('passkey.removeSure', { name: of.name })}</p>
      {work.isError && <Failure error={work.error} />}
      <ProofFields {...proof.fields} asksCode={totp || needsCode(work.error)} />
      <div className={styles.actions}>
        <Button type="submit" variant="danger" loading={work.isPending}>
          {t('passkey.remove')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('decision.back')}
        </Button>
      </div>
    </form>
  );
};
