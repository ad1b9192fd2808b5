import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { reserveNetworks } from '@touchline/contract/shapes/liabilities';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf } from '../../lib/search.ts';
import { Failure } from '../../ui/notices.tsx';
import { Unsaved, useTyped } from '../../features/words/unsaved.tsx';
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
