import { limits } from '@touchline/contract/limits';
import type { Passkey } from '@touchline/contract/shapes/account';
import { useState } from 'react';
import { canPasskeys } from '@touchline/kit/passkeys';
import { call } from '../../lib/call.ts';
import { callQuery, queryClient } from '../../lib/query.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { useNow } from '../../features/labels/use-now.ts';
import { whenText } from '../../features/labels/time-text.ts';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SheetAction } from '../../ui/sheet-action.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './information.module.css';
import { PasskeyAdd } from './passkey-add.tsx';

/** The member's passkeys, to add and to remove. */
export const PasskeyList = ({ passkeys, otp }: { passkeys: readonly Passkey[]; otp: boolean }) => {
  const t = useT();
  const now = useNow();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  return (
    <>
      {passkeys.length === 0 && <p className={styles.editinfoNote}>{t('account.passkeysWhy')}</p>}
      {passkeys.length > 0 && (
        <Card flush>
          {passkeys.map((passkey) => (
            <div key={passkey.id} className={styles.row}>
              <div className={styles.sessionWhat}>
                <span className={styles.sessionName}>
                  <bdi>{passkey.name}</bdi>
                </span>
                <span className={styles.sessionNote}>
                  {passkey.lastUsedAt === undefined
                    ? t('account.madeOn', { when: whenText(passkey.createdAt, now) })
                    : t('account.lastUsed', { when: whenText(passkey.lastUsedAt, now) })}
                </span>
              </div>
              <button type="button" className={styles.end} onClick={() => setRemoving(passkey)}>
                {t('account.remove')}
                <span className="visually-hidden"> {passkey.name}</span>
              </button>
            </div>
          ))}
        </Card>
      )}
      {canPasskeys() && passkeys.length < limits.passkeysMax && (
        <Button tone="quiet" onClick={() => setAdding(true)}>
          {t('account.addPasskey')}
        </Button>
      )}
      <Sheet open={adding} onClose={() => setAdding(false)} title={t('account.addPasskey')}>
        <PasskeyAdd otp={otp} onDone={() => setAdding(false)} />
      </Sheet>
      <Sheet
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('account.removePasskey')}
      >
        {removing && <PasskeyRemove passkey={removing} onDone={() => setRemoving(undefined)} />}
      </Sheet>
    </>
  );
};

/** Forgets a passkey; the password is asked for. */
const PasskeyRemove = ({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) => {
  const t = useT();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;
  const submit = async ({ password }: { password: string }): Promise<void> => {
    try {
      const security = await call(
        'passkeyDel',
        { id: passkey.id, password },
        { mask: false, quiet: true, toast: t('account.passkeyRemoved') },
      );
      queryClient.setQueryData(callQuery('securityInfo', {}).queryKey, security);
      onDone();
    } catch (error) {
      const reasons = { wrong_credentials: 'password', locked: 'password' } as const;
      for (const { field, message } of placeRefusal(error, ['password'], reasons)) {
        setError(field, { message });
      }
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
      <p className={styles.formWords}>{t('account.removePasskeyText', { name: passkey.name })}</p>
      <PasswordField
        label={t('form.password')}
        error={errors.password?.message}
        autoComplete="current-password"
        {...register('password', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
      />
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" tone="danger" busy={isSubmitting}>
          {t('account.remove')}
        </Button>
      </SheetAction>
    </form>
  );
};
