import { Button, FileInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { newKey } from '@touchline/client/new-key';
import { reserveNetworks } from '@touchline/contract/shapes/liabilities';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf } from '../../lib/search.ts';
import { useSite } from '../../lib/site.ts';
import { ReasonField } from '../../ui/fields.tsx';
import { Failure } from '../../ui/notices.tsx';
import { Unsaved, useTyped } from '../../features/words/unsaved.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import styles from './liabilities.module.css';

/** Hands in the signature of an address: first what is to be signed today, then the signature. */
export const AddressForm = ({ onDone }: { onDone: () => void }) => {
  const t = useT();
  const [network, setNetwork] = useState<(typeof reserveNetworks)[number]>('usdt-trc20');
  const [address, setAddress] = useState('');
  const [signature, setSignature] = useState('');
  const of = { network, address: address.trim() };
  const ask = useMutation({ mutationFn: () => call('officeReserveChallenge', of) });
  const typed = useTyped();
  const add = useMutation({
    mutationFn: () => call('officeReserveAddressAdd', { ...of, signature: signature.trim() }),
    onSuccess: () => {
      typed.sent();
      onDone();
      void again('officeReserveList');
    },
  });
  const challenge = ask.data?.challenge;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (challenge === undefined) ask.mutate();
    else if (!add.isPending) add.mutate();
  };
  /** Another address has another challenge. */
  const change = (set: () => void) => {
    set();
    ask.reset();
    add.reset();
  };
  return (
    <form className={styles.form} onSubmit={submit} onChange={typed.onChange}>
      <p className={styles.hint}>{t('reserve.addressHint')}</p>
      {ask.isError && <Failure error={ask.error} />}
      {add.isError && <Failure error={add.error} />}
      <NativeSelect
        label={t('reserve.network')}
        value={network}
        data={reserveNetworks.map((each) => ({ value: each, label: t(`payoutType.${each}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = choiceOf(currentTarget.value, reserveNetworks);
          change(() => setNetwork(chosen ?? network));
        }}
      />
      <TextInput
        label={t('reserve.address')}
        value={address}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value;
          change(() => setAddress(text));
        }}
        minLength={20}
        maxLength={64}
        required
        withAsterisk={false}
        spellCheck={false}
      />
      {challenge !== undefined && (
        <>
          <Textarea label={t('reserve.challenge')} value={challenge} readOnly rows={6} />
          <Textarea
            label={t('reserve.signature')}
            value={signature}
            onChange={({ currentTarget }) => setSignature(currentTarget.value)}
            minLength={130}
            maxLength={140}
            rows={3}
            required
            withAsterisk={false}
            spellCheck={false}
          />
        </>
      )}
      <Button type="submit" loading={ask.isPending || add.isPending}>
        {t(challenge === undefined ? 'reserve.getChallenge' : 'reserve.add')}
      </Button>
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};

/** SHA-256 of a file in hexadecimal. The file stays where it is. */
const hashOf = async (file: File): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Proposes the balance that a bank or a provider states. It counts once another operator has applied it. */
export const StatementForm = ({ onDone }: { onDone: () => void }) => {
  const t = useT();
  const { currency } = useSite();
  const [name, setName] = useState('');
  const [amount, setAmount] = useState('');
  const [day, setDay] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [reason, setReason] = useState('');
  // One form is one proposal, however often it is sent.
  const [key] = useState(newKey);
  const typed = useTyped();
  const propose = useMutation({
    mutationFn: async () =>
      file &&
      call('officeReserveAdd', {
        key,
        name: name.trim(),
        amount: amount.trim(),
        day,
        fileHash: await hashOf(file),
        reason,
      }),
    onSuccess: () => {
      typed.sent();
      onDone();
      void again('officeReserveList');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!propose.isPending && file !== null) propose.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} onChange={typed.onChange}>
      <p className={styles.hint}>{t('reserve.balanceHint')}</p>
      {propose.isError && <Failure error={propose.error} />}
      <TextInput
        label={t('reserve.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        minLength={2}
        maxLength={80}
        required
        withAsterisk={false}
      />
      <TextInput
        label={t('unit.of', { name: t('reserve.amount'), unit: currency })}
        value={amount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        inputMode="decimal"
        pattern={'\\s*(0|[1-9][0-9]*)(\\.[0-9]+)?\\s*'}
        required
        withAsterisk={false}
      />
      <TextInput
        type="date"
        label={t('reserve.day')}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
        required
        withAsterisk={false}
      />
      <FileInput
        label={t('reserve.file')}
        description={t('reserve.fileHint')}
        value={file}
        onChange={setFile}
        required
        withAsterisk={false}
      />
      <ReasonField value={reason} onChange={setReason} />
      <SubmitButton loading={propose.isPending} barred={file === null ? t('bar.file') : undefined}>
        {t('correction.propose')}
      </SubmitButton>
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};
