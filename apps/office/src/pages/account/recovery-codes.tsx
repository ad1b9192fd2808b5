import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { needsCode } from '@touchline/client/errors';
import { useT } from '../../lib/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { ProofFields, useProof } from '../../ui/proof-fields.tsx';
import { Secret } from '../../ui/secret.tsx';
import styles from './account.module.css';

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
