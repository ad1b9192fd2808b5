import type { Passkey } from '@touchline/contract/shapes/account';
import { call } from '../../api/call.ts';
import { callQuery, queryClient } from '../../api/query.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useT } from '../../state/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SheetAction } from '../../ui/sheet-action.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './payout-form.module.css';

/** Forgets a passkey; the password is asked for. */
export const PasskeyRemove = ({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) => {
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
      <p className={styles.words}>{t('account.removePasskeyText', { name: passkey.name })}</p>
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
