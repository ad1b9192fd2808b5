import type { UseFormReturn } from 'react-hook-form';
import { limits } from '@touchline/contract/limits';
import { useT } from '../../lib/i18n.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { CallingCode } from '../../features/account/contact-fields.tsx';
import { checks, type Way } from '../../features/account/form.ts';
import type { SignupValues } from './signup-values.ts';

type Form = UseFormReturn<SignupValues>;

/** What the visitor registers by. */
export const ContactField = ({ way, form }: { way: Way; form: Form }) => {
  const t = useT();
  const check = checks(t)[way];
  const error = form.formState.errors.contact?.message;
  const shared = {
    error,
    dir: 'ltr',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    enterKeyHint: 'next',
    ...form.register('contact', { validate: check }),
  } as const;
  if (way === 'email') {
    return <Field label={t('form.emailLabel')} type="email" autoComplete="email" {...shared} />;
  }
  if (way === 'account') {
    const hint = t('form.accountFormat');
    return <Field label={t('form.accountLabel')} hint={hint} autoComplete="username" {...shared} />;
  }
  return (
    <Field
      label={t('form.mobileLabel')}
      type="tel"
      autoComplete="tel-national"
      start={<CallingCode />}
      {...shared}
    />
  );
};

type Props = {
  form: Form;
  minAge: number;
  /** The visitor's calendar day, "2026-06-11". */
  today: string;
  checks: ReturnType<typeof checks>;
  /** Whether the site takes no one who was not invited. */
  isInvitationNeeded: boolean;
};

/** Password twice, date of birth and invitation code. */
export const SignupFields = ({ form, minAge, today, checks, isInvitationNeeded }: Props) => {
  const t = useT();
  const { register, formState, getValues } = form;
  const { errors } = formState;
  const { passwordMinLength: min, passwordMaxLength: max } = limits;
  return (
    <>
      <PasswordField
        label={t('form.password')}
        error={errors.password?.message}
        hint={t('form.passwordLength', { min, max })}
        autoComplete="new-password"
        enterKeyHint="next"
        {...register('password', { validate: (value) => checks.newPassword(value, true) })}
      />
      <PasswordField
        label={t('form.confirmPassword')}
        error={errors.confirmPassword?.message}
        autoComplete="new-password"
        enterKeyHint="next"
        {...register('confirmPassword', {
          validate: (value) => checks.confirmPassword(value, getValues('password')),
        })}
      />
      <Field
        label={t('form.birthDateLabel')}
        type="date"
        required
        error={errors.birthDate?.message}
        hint={t('form.birthDateHint', { age: minAge })}
        autoComplete="bday"
        max={today}
        {...register('birthDate', { validate: (value) => checks.birthDate(value, minAge, today) })}
      />
      <Field
        label={isInvitationNeeded ? t('nav.invitation') : t('form.invitationCode')}
        required={isInvitationNeeded}
        error={errors.invitationCode?.message}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        dir="ltr"
        maxLength={32}
        {...register('invitationCode', {
          validate: (value) => !isInvitationNeeded || value.trim() !== '' || t('form.required'),
        })}
      />
    </>
  );
};
