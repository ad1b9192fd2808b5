import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { callQuery, queryClient } from '../../lib/query.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { OtpField } from '../../features/account/code-field.tsx';
import { useT } from '../../lib/i18n.tsx';
import { updateUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './information.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

type Values = { password: string; otp: string };
type Deed = 'renew' | 'end';

/** A second factor that is on: new recovery codes, or turning it off; both ask for password and code. */
export const OtpManage = ({ onDone }: { onDone: () => void }) => {
  const t = useT();
  const [deed, setDeed] = useState<Deed>('renew');
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm<Values>({ defaultValues: { password: '', otp: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = async ({ password, otp }: Values): Promise<void> => {
    const proof = { password, otp: otp.trim() };
    try {
      if (deed === 'renew') {
        const renewed = await call('otpRenew', proof, { mask: false, quiet: true });
        void queryClient.invalidateQueries({ queryKey: ['securityInfo'] });
        setCodes(renewed.codes);
        return;
      }
      const security = await call('otpEnd', proof, {
        mask: false,
        quiet: true,
        toast: t('account.otpEnded'),
      });
      queryClient.setQueryData(callQuery('securityInfo', {}).queryKey, security);
      updateUser({ otp: false });
      onDone();
    } catch (error) {
      const placed = placeRefusal(error, ['password', 'otp'], {
        wrong_credentials: 'password',
        locked: 'password',
        otp_wrong: 'otp',
        otp_needed: 'otp',
      });
      for (const { field, message } of placed) form.setError(field, { message });
    }
  };

  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <form className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)} noValidate>
      <Segmented
        label={t('account.otpTitle')}
        value={deed}
        onChange={setDeed}
        options={[
          { value: 'renew', label: t('account.newRecovery') },
          { value: 'end', label: t('account.turnOff') },
        ]}
      />
      <p className={styles.formWords}>{deed === 'renew' ? t('account.renewText') : t('account.endText')}</p>
      <PasswordField
        label={t('form.password')}
        error={errors.password?.message}
        autoComplete="current-password"
        {...form.register('password', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
      />
      <OtpField
        error={errors.otp?.message}
        {...form.register('otp', { validate: (value) => value.trim().length >= 6 || t('form.required') })}
      />
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" tone={deed === 'end' ? 'danger' : 'main'} busy={isSubmitting}>
          {deed === 'renew' ? t('account.newRecovery') : t('account.turnOff')}
        </Button>
      </SheetAction>
    </form>
  );
};
