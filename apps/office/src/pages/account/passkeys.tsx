import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '@touchline/contract/limits';
import type { Output } from '@touchline/contract/routes';
import { type FormEvent, useState } from 'react';
import { needsCode } from '@touchline/client/errors';
import { isGivenUp } from '@touchline/kit/passkeys';
import { addPasskey, canPasskeys, isThere } from '../../lib/passkeys.ts';
import { useT } from '../../lib/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { ProofFields, useProof } from '../../ui/proof-fields.tsx';
import { Secret } from '../../ui/secret.tsx';
import { PasskeyRow } from './passkey-row.tsx';
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
