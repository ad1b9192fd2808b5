import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import { type FormEvent, useState } from 'react';
import { encode } from 'uqr';
import { call } from '../../lib/call.ts';
import { needsCode } from '@touchline/client/errors';
import { useT } from '../../lib/i18n.ts';
import { CodeInput, ProofFields, useProof } from '../../ui/fields.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import { Secret } from '../../ui/secret.tsx';
import styles from './account.module.css';

type Factor = Output<'officeMe'>['secondFactor'];

/** The authenticator app of the operator: what there is, and a new one. */
export const SecondFactor = ({ factor }: { factor: Factor }) => {
  const t = useT();
  const client = useQueryClient();
  const proof = useProof();
  const [confirm, setConfirm] = useState('');
  const begin = useMutation({ mutationFn: () => call('officeOtpBegin', proof.given) });
  const finish = useMutation({
    mutationFn: () => call('officeOtpConfirm', { otp: confirm.trim() }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['officeMe'] }),
  });
  const submit = (work: { isPending: boolean; mutate: () => void }) => (event: FormEvent) => {
    event.preventDefault();
    if (!work.isPending) work.mutate();
  };
  if (finish.data !== undefined) {
    return <Secret text={finish.data.codes.join('\n')} hint={t('factor.recoveryHint')} />;
  }
  if (begin.data !== undefined) {
    return (
      <form className={styles.form} onSubmit={submit(finish)}>
        <p>{t('factor.scan')}</p>
        <Qr text={begin.data.uri} />
        <code>{begin.data.secret}</code>
        {finish.isError && <Failure error={finish.error} />}
        <CodeInput value={confirm} onChange={setConfirm} />
        <Button type="submit" loading={finish.isPending}>
          {t('factor.confirm')}
        </Button>
      </form>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit(begin)}>
      {factor.mustSetUp && <Note>{t('factor.mustSetUp')}</Note>}
      <p>{t(factor.totp ? 'factor.on' : factor.passkeys.length > 0 ? 'factor.none' : 'factor.off')}</p>
      {begin.isError && <Failure error={begin.error} />}
      <ProofFields {...proof.fields} asksCode={factor.totp || needsCode(begin.error)} />
      <Button type="submit" variant="default" loading={begin.isPending}>
        {t(factor.totp ? 'factor.replace' : 'factor.begin')}
      </Button>
    </form>
  );
};

/** Modules of the code's edge, white in both themes: cameras need it. */
const border = 2;

const Qr = ({ text }: { text: string }) => {
  const t = useT();
  const { data, size } = encode(text, { border });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('factor.qr')}>
      <path d={path} />
    </svg>
  );
};

/** How many recovery codes are left, and new ones in their place. */
export const RecoveryCodes = ({ factor }: { factor: Output<'officeMe'>['secondFactor'] }) => {
  const t = useT();
  const client = useQueryClient();
  const proof = useProof();
  const [isOpen, setOpen] = useState(false);
  const renew = useMutation({
    mutationFn: () => call('officeOtpRenew', proof.given),
    onSuccess: () => client.invalidateQueries({ queryKey: ['officeMe'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!renew.isPending) renew.mutate();
  };
  if (renew.data !== undefined) {
    return <Secret text={renew.data.codes.join('\n')} hint={t('factor.recoveryHint')} />;
  }
  return (
    <>
      <p className={styles.text}>{t('recovery.left', { count: factor.recoveryLeft })}</p>
      {!isOpen && (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('recovery.renew')}
          </Button>
        </div>
      )}
      {isOpen && (
        <form className={styles.form} onSubmit={submit}>
          <p>{t('recovery.renewHint')}</p>
          {renew.isError && <Failure error={renew.error} />}
          <ProofFields {...proof.fields} asksCode={factor.totp || needsCode(renew.error)} />
          <div className={styles.actions}>
            <Button type="submit" loading={renew.isPending}>
              {t('recovery.renew')}
            </Button>
            <Button variant="default" onClick={() => setOpen(false)}>
              {t('decision.back')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
};
