import { limits } from '@touchline/contract/limits';
import type { Passkey } from '@touchline/contract/shapes/account';
import { useState } from 'react';
import { canPasskeys, isGivenUp } from '@touchline/kit/passkeys';
import { call } from '../../lib/call.ts';
import { callQuery, queryClient } from '../../lib/query.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PasswordField, Field } from '../../ui/field.tsx';
import { SheetAction, Sheet } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './information.module.css';
import { OtpField } from '../../features/account/code-field.tsx';
import { addPasskey } from '../../features/account/passkeys.ts';

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

type Values = { name: string; password: string; otp: string };

/** Makes a passkey on this device. */
const PasskeyAdd = ({ otp, onDone }: { otp: boolean; onDone: () => void }) => {
  const t = useT();
  const form = useForm<Values>({ defaultValues: { name: '', password: '', otp: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = async (values: Values): Promise<void> => {
    try {
      const security = await addPasskey({
        name: values.name.trim(),
        password: values.password,
        otp: otp ? values.otp.trim() : undefined,
      });
      queryClient.setQueryData(callQuery('securityInfo', {}).queryKey, security);
      onDone();
    } catch (error) {
      if (isGivenUp(error)) {
        form.setError('root', { message: t('account.passkeyGivenUp') });
        return;
      }
      const placed = placeRefusal(error, ['name', 'password', 'otp'], {
        wrong_credentials: 'password',
        locked: 'password',
        otp_wrong: 'otp',
        otp_needed: 'otp',
      });
      for (const { field, message } of placed) form.setError(field, { message });
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)} noValidate>
      <p className={styles.formWords}>{t('account.passkeysWhy')}</p>
      <Field
        label={t('account.passkeyName')}
        hint={t('account.passkeyNameHint')}
        error={errors.name?.message}
        maxLength={40}
        autoComplete="off"
        {...form.register('name', { validate: (value) => value.trim() !== '' || t('form.required') })}
      />
      <PasswordField
        label={t('form.password')}
        error={errors.password?.message}
        autoComplete="current-password"
        {...form.register('password', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
      />
      {otp && (
        <OtpField
          error={errors.otp?.message}
          {...form.register('otp', { validate: (value) => value.trim().length >= 6 || t('form.required') })}
        />
      )}
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('account.addPasskey')}
        </Button>
      </SheetAction>
    </form>
  );
};
