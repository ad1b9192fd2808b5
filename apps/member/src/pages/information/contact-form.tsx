import { plainCode } from '@touchline/kit/typed-text';
import { call } from '../../lib/call.ts';
import { addressOf, CallingCode } from '../../features/account/contact-fields.tsx';
import { CodeField, isCode, useSendCode } from '../../features/account/code-field.tsx';
import { checks } from '../../features/account/form.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { replaceUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './information.module.css';

type Values = { to: string; code: string; password: string };

/** Adds or changes the e-mail address or mobile number, by a code sent there and the password. */
export const ContactForm = ({ way, onDone }: { way: 'email' | 'mobile'; onDone: () => void }) => {
  const t = useT();
  const sending = useSendCode();
  const form = useForm<Values>({ defaultValues: { to: '', code: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const send = async (): Promise<void> => {
    if (await form.trigger('to')) sending.send({ ...addressOf(form.getValues('to')), purpose: 'bind' });
  };
  const submit = async ({ to, code, password }: Values): Promise<void> => {
    try {
      const user = await call(
        'contactSave',
        { ...addressOf(to), code: plainCode(code), password },
        { mask: false, quiet: true, toast: t('account.saved') },
      );
      replaceUser(user);
      onDone();
    } catch (error) {
      const placed = placeRefusal(
        error,
        ['to', 'code', 'password'],
        {
          code_wrong: 'code',
          contact_taken: 'to',
          area_not_allowed: 'to',
          wrong_credentials: 'password',
          locked: 'password',
        },
        { areaCode: 'to' },
      );
      for (const { field, message } of placed) form.setError(field, { message });
    }
  };

  const check = checks(t)[way];
  return (
    <form className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)} noValidate>
      <Field
        label={way === 'email' ? t('form.emailLabel') : t('form.mobileLabel')}
        type={way === 'email' ? 'email' : 'tel'}
        autoComplete={way === 'email' ? 'email' : 'tel-national'}
        dir="ltr"
        start={way === 'mobile' ? <CallingCode /> : null}
        error={errors.to?.message}
        {...form.register('to', { validate: check })}
      />
      <CodeField
        sending={sending}
        onSend={() => void send()}
        error={errors.code?.message}
        {...form.register('code', { validate: (value) => isCode(value) || t('account.codeFormat') })}
      />
      <PasswordField
        label={t('form.password')}
        hint={t('account.passwordWhy')}
        error={errors.password?.message}
        autoComplete="current-password"
        {...form.register('password', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
      />
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('cashier.save')}
        </Button>
      </SheetAction>
    </form>
  );
};
