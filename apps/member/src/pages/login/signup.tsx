import { Link } from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { Fragment, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CallError } from '@touchline/client/errors';
import { call, failureText } from '../../lib/call.ts';
import { fetchSystemConfig } from '../../lib/system-config.ts';
import { sentenceGap } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { deviceId } from '../../lib/device.ts';
import { useMayReadPages } from '../../lib/public-pages.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useEnter } from './enter.ts';
import { checks, dayOf, needsCallingCode, type Way } from '../../features/account/form.ts';
import styles from './login.module.css';
import { placeErrors, registration, type SignupValues } from './signup-values.ts';
import { addressOf, CallingCode } from '../../features/account/contact-fields.tsx';
import { CodeField, isCode, useSendCode } from '../../features/account/code-field.tsx';
import { keepReceiptsOf } from '../../features/proof/receipts-in.ts';

type Form = UseFormReturn<SignupValues>;

/** What the visitor registers by. */
const ContactField = ({ way, form }: { way: Way; form: Form }) => {
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
const SignupFields = ({ form, minAge, today, checks, isInvitationNeeded }: Props) => {
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

/** The code that proves the address of a registration. */
const SignupCode = ({ form }: { form: UseFormReturn<SignupValues> }) => {
  const t = useT();
  const sending = useSendCode();
  const send = async (): Promise<void> => {
    if (!(await form.trigger('contact'))) return;
    sending.send({ ...addressOf(form.getValues('contact')), purpose: 'register' });
  };
  return (
    <CodeField
      sending={sending}
      onSend={() => void send()}
      error={form.formState.errors.code?.message}
      {...form.register('code', { validate: (value) => isCode(value) || t('account.codeFormat') })}
    />
  );
};

/** Registration by username, e-mail or mobile number. `icode` fills the invitation code. */
export const SignupPage = ({ to, icode }: { to?: string; icode?: string }) => {
  const t = useT();
  const enter = useEnter(to);
  const config = useStore(configStore);
  const [today] = useState(() => dayOf(new Date()));
  const [way, setWay] = useState<Way>('account');
  const form = useForm<SignupValues>({
    defaultValues: {
      contact: '',
      password: '',
      confirmPassword: '',
      birthDate: '',
      invitationCode: icode ?? config.icode ?? '',
      code: '',
    },
  });
  const { site, telephone } = config;
  const minAge = site?.minAge ?? 18;

  const submit = async (values: SignupValues): Promise<void> => {
    const asksCallingCode = way === 'mobile' && needsCallingCode(values.contact);
    if (asksCallingCode && telephone.code === '') {
      form.setError('contact', { message: t('form.enterAreaCode') });
      return;
    }
    if (asksCallingCode && telephone.country?.allowed === false) {
      form.setError('contact', { message: t('form.areaNotAllowed') });
      return;
    }
    try {
      const input = {
        ...registration(values, way, telephone.code === '' ? undefined : telephone.code),
        agentCode: config.acode?.slice(0, 64),
        device: deviceId(),
        terms: site?.termsVersion,
      };
      const session = await call('register', input, { quiet: true, toast: t('signup.done') });
      enter(session);
      // They are kept for the member, who is signed in by now.
      keepReceiptsOf(session);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // They changed while the form was open: the next try accepts those in force.
      if (error.reason === 'terms_outdated') void fetchSystemConfig().catch(() => undefined);
      const placed = placeErrors(error);
      if (placed.length === 0) form.setError('root', { message: failureText(error) });
      placed.forEach(({ field, message }, index) => {
        form.setError(field, { message }, { shouldFocus: index === 0 });
      });
    }
  };

  return (
    <Page layout="form" title={t('nav.signup')}>
      <form className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)} noValidate>
        <Segmented
          label={t('signup.way')}
          value={way}
          onChange={(next) => {
            setWay(next);
            form.resetField('contact');
          }}
          options={[
            { value: 'account', label: t('signup.byAccount') },
            { value: 'email', label: t('signup.byEmail') },
            { value: 'mobile', label: t('signup.byMobile') },
          ]}
        />
        <ContactField key={way} way={way} form={form} />
        {way === 'account' && <p className={styles.hint}>{t('signup.noWayBack')}</p>}
        {site?.registerCode === true && way !== 'account' && <SignupCode key={`${way} code`} form={form} />}
        <SignupFields
          form={form}
          minAge={minAge}
          today={today}
          checks={checks(t)}
          isInvitationNeeded={site?.invitationNeeded === true}
        />
        <FormFailure message={form.formState.errors.root?.message} />
        <div className={styles.actions}>
          <Consent />
          <Button type="submit" busy={form.formState.isSubmitting}>
            {t('signup.submit')}
          </Button>
          <p className={styles.small}>
            {t('signup.note', { age: minAge })}
            {site?.mode !== 'real' && `${sentenceGap()}${t('signup.playNote')}`}
          </p>
          <p className={styles.other}>
            {t('signup.haveAccount')}
            {sentenceGap()}
            <Link
              to="/pages/login/login"
              search={to === undefined ? {} : { to }}
              replace
              className={styles.link}
            >
              {t('login.submit')}
            </Link>
          </p>
        </div>
      </form>
    </Page>
  );
};

const terms = { href: '#/pages/terms/terms', label: 'nav.terms' } as const;
const rules = { href: '#/pages/rules/rules', label: 'nav.rules' } as const;

/**
 * What a visitor accepts by opening an account: the rules only where a visitor can read them. It opens in a new tab, so that what is
 * typed here stays.
 */
const Consent = () => {
  const t = useT();
  const words = useMayReadPages() ? [terms, rules] : [terms];
  const links = words.map(({ href, label }) => (
    <a key={href} href={href} target="_blank" rel="noopener" className={styles.terms}>
      {t(label)}
    </a>
  ));
  // The language's own "and" between them.
  const parts = new Intl.ListFormat(currentLan()).formatToParts(words.map(({ href }) => href));
  return (
    <p className={styles.consent}>
      {t('signup.consent')}
      {sentenceGap()}
      {parts.map(({ type, value }) => (
        <Fragment key={value}>
          {type === 'element' ? links[words.findIndex(({ href }) => href === value)] : value}
        </Fragment>
      ))}
    </p>
  );
};
