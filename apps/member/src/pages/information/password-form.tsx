import { limits } from '@touchline/contract/limits';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { checks } from '../../features/account/form.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './information.module.css';

type Values = { oldPassword: string; newPassword: string; confirmPassword: string };
const fields = ['oldPassword', 'newPassword', 'confirmPassword'] as const;

/** A new password in place of the old one; all other devices are signed out. */
export const PasswordForm = ({ onDone }: { onDone: () => void }) => {
  const t = useT();
  const form = useForm<Values>({
    defaultValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { newPassword, confirmPassword } = checks(t);
  const submit = async (values: Values): Promise<void> => {
    try {
      await call('changePassword', values, { mask: false, quiet: true, toast: t('account.passwordChanged') });
      void queryClient.invalidateQueries({ queryKey: ['sessionList'] });
      void queryClient.invalidateQueries({ queryKey: ['securityInfo'] });
      onDone();
    } catch (error) {
      const placed = placeRefusal(error, fields, {
        wrong_credentials: 'oldPassword',
        locked: 'oldPassword',
        password_common: 'newPassword',
        password_mismatch: 'confirmPassword',
      });
      for (const { field, message } of placed) form.setError(field, { message });
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)} noValidate>
      <PasswordField
        label={t('account.oldPassword')}
        error={errors.oldPassword?.message}
        autoComplete="current-password"
        {...form.register('oldPassword', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
      />
      <PasswordField
        label={t('account.newPassword')}
        hint={t('form.passwordLength', { min: limits.passwordMinLength, max: limits.passwordMaxLength })}
        error={errors.newPassword?.message}
        autoComplete="new-password"
        {...form.register('newPassword', { validate: (value) => newPassword(value) })}
      />
      <PasswordField
        label={t('form.confirmPassword')}
        error={errors.confirmPassword?.message}
        autoComplete="new-password"
        {...form.register('confirmPassword', {
          validate: (value) => confirmPassword(value, form.getValues('newPassword')),
        })}
      />
      <p className={styles.formWords}>{t('account.othersEnd')}</p>
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('account.setPassword')}
        </Button>
      </SheetAction>
    </form>
  );
};
