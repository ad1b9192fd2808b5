import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '@touchline/contract/limits';
import type { Output } from '@touchline/contract/routes';
import { type FormEvent, useState } from 'react';
import { needsCode } from '@touchline/client/errors';
import { isGivenUp } from '@touchline/kit/passkeys';
import { call } from '../../lib/call.ts';
import { addPasskey, canPasskeys, isThere } from '../../lib/passkeys.ts';
import { useT } from '../../lib/i18n.ts';
import { useFormats } from '../../lib/site.ts';
import { Failure, Note } from '../../ui/notices.tsx';
import { ProofFields, useProof } from '../../ui/fields.tsx';
import { Secret } from '../../ui/secret.tsx';
import styles from './account.module.css';

type Factor = Output<'officeMe'>['secondFactor'];

/** The passkeys of the operator: to add, to name, to remove. */
export const Passkeys = ({ factor }: { factor: Factor }) => {
  const t = useT();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const mayAdd = canPasskeys() && factor.passkeys.length < limits.passkeysMax;
  return (
    <>
      {codes !== undefined && <Secret text={codes.join('\n')} hint={t('factor.recoveryHint')} />}
      {factor.passkeys.length === 0 && <p className={styles.text}>{t('passkey.none')}</p>}
      {factor.passkeys.length > 0 && (
        <ul className={styles.sessions}>
          {factor.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} of={passkey} totp={factor.totp} />
          ))}
        </ul>
      )}
      {!canPasskeys() && <p className={styles.hint}>{t('passkey.cannot')}</p>}
      {mayAdd && !isAdding && (
        <div>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('passkey.add')}
          </Button>
        </div>
      )}
      {mayAdd && isAdding && (
        <AddForm
          totp={factor.totp}
          onDone={(codes) => {
            setAdding(false);
            setCodes(codes);
          }}
          onBack={() => setAdding(false)}
        />
      )}
    </>
  );
};

type AddFormProps = {
  totp: boolean;
  onDone: (codes: readonly string[] | undefined) => void;
  onBack: () => void;
};

const AddForm = ({ totp, onDone, onBack }: AddFormProps) => {
  const t = useT();
  const client = useQueryClient();
  const proof = useProof();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim(), proof.given),
    onSuccess: async ({ codes }) => {
      await client.invalidateQueries({ queryKey: ['officeMe'] });
      onDone(codes);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {add.isError && <AddFailure error={add.error} />}
      <TextInput
        w="20rem"
        maw="100%"
        label={t('passkey.name')}
        description={t('passkey.nameHint')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={40}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <ProofFields {...proof.fields} asksCode={totp || needsCode(add.error)} />
      <div className={styles.actions}>
        <Button type="submit" loading={add.isPending}>
          {t('passkey.add')}
        </Button>
        <Button variant="default" disabled={add.isPending} onClick={onBack}>
          {t('decision.back')}
        </Button>
      </div>
    </form>
  );
};

const AddFailure = ({ error }: { error: unknown }) => {
  const t = useT();
  if (isThere(error)) return <Note>{t('passkey.there')}</Note>;
  if (isGivenUp(error)) return <Note>{t('passkey.givenUp')}</Note>;
  return <Failure error={error} />;
};

type Passkey = Output<'officeMe'>['secondFactor']['passkeys'][number];
type Form = { of: Passkey; totp: boolean; onClose: () => void };

/** One passkey with its name and use; its name can be changed, and it can be removed. */
const PasskeyRow = ({ of, totp }: { of: Passkey; totp: boolean }) => {
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
