import { Link } from '@tanstack/react-router';
import type { Session } from '@touchline/contract/shapes/user';
import { canPasskeys, isGivenUp } from '@touchline/kit/passkeys';
import { Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CallError } from '@touchline/client/errors';
import { localeOf } from '@touchline/locales/locales';
import { formatDecimal } from '@touchline/locales/format';
import { call, failureText } from '../../lib/call.ts';
import { OtpField } from '../../features/account/code-field.tsx';
import { signInByPasskey } from '../../features/account/passkeys.ts';
import { isolated, sentenceGap } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { deviceId } from '../../lib/device.ts';
import { Actions, Button, buttonClass } from '../../ui/button.tsx';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { sayAloud } from '../../lib/toasts.ts';
import { CallingCode } from '../../features/account/contact-fields.tsx';
import { useEnter } from './enter.ts';
import { needsCallingCode, plainAccount } from '../../features/account/form.ts';
import { PlayMoneyTag } from '../../features/frame/wordmark.tsx';
import { useMayReadPages } from '../../lib/public-pages.ts';
import { useStore } from '../../lib/use-store.ts';
import { endedStore } from '../../lib/user.ts';
import { Notice } from '../../features/cashier/notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './login.module.css';

// The form is shown first; the match is fetched after it.
const LoginMatch = lazyPart(async () => (await import('./login-match.tsx')).LoginMatch, { late: true });

type Values = { account: string; password: string; otp: string };

/** Sign-in by username, e-mail or mobile number. `to` is the page the visitor meant to open. */
export const LoginPage = ({ to }: { to?: string }) => {
  const t = useT();
  const enter = useEnter(to);
  const isEnded = useStore(endedStore) !== undefined;
  const mayRead = useMayReadPages();
  const [asksOtp, setAsksOtp] = useState(false);
  const { register, control, handleSubmit, setFocus, setError, formState } = useForm<Values>({
    defaultValues: { account: '', password: '', otp: '' },
  });
  const asksCallingCode = needsCallingCode(useWatch({ control, name: 'account' }));
  const { errors, isSubmitting } = formState;

  const submit = async ({ account, password, otp }: Values): Promise<void> => {
    const { code } = configStore.read().telephone;
    try {
      const session = await call(
        'login',
        {
          account: plainAccount(account),
          areaCode: asksCallingCode && code !== '' ? code : undefined,
          password,
          otp: asksOtp ? otp.trim() : undefined,
          device: deviceId(),
        },
        { quiet: true },
      );
      enter(session);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.reason === 'otp_needed') {
        setAsksOtp(true);
        return;
      }
      if (asksOtp && error.reason === 'otp_wrong') {
        setError('otp', { message: failureText(error) }, { shouldFocus: true });
        return;
      }
      const { account: wrongAccount, password: wrongPassword } = error.details.fields ?? {};
      const ofPassword = error.reason === 'wrong_credentials' ? failureText(error) : wrongPassword;
      if (ofPassword === undefined && wrongAccount === undefined) {
        setError('root', { message: failureText(error) });
        return;
      }
      // A field that shows the error is read out all the same.
      sayAloud(failureText(error));
      if (ofPassword !== undefined) setError('password', { message: ofPassword });
      if (wrongAccount !== undefined) setError('account', { message: wrongAccount });
      if (wrongAccount !== undefined) setFocus('account', { shouldSelect: true });
      else if (ofPassword !== undefined) setFocus('password', { shouldSelect: true });
    }
  };

  return (
    <Page
      layout="wide"
      title={t('nav.login')}
      back={false}
      action={<LanguageAction />}
      dock={mayRead && <SlipDock />}
    >
      <div className={styles.halves}>
        <Masthead lead={t('login.lead')} />
        <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
          {isEnded && <Notice>{t('login.ended')}</Notice>}
          <Field
            label={t('login.account')}
            error={errors.account?.message}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            dir="ltr"
            start={asksCallingCode ? <CallingCode /> : null}
            {...register('account', { validate: (value) => value.trim() !== '' || t('form.accountEmpty') })}
          />
          <PasswordField
            label={t('form.password')}
            error={errors.password?.message}
            autoComplete="current-password"
            enterKeyHint="go"
            {...register('password', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
          />
          {asksOtp && (
            <OtpField
              error={errors.otp?.message}
              enterKeyHint="go"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is missing
              autoFocus
              {...register('otp', { validate: (value) => value.trim().length >= 6 || t('form.required') })}
            />
          )}
          <p className={styles.forgot}>
            <Link to="/pages/login/reset" search={to === undefined ? {} : { to }} className={styles.link}>
              {t('login.forgot')}
            </Link>
          </p>
          <FormFailure message={errors.root?.message} />
          <div className={styles.actions}>
            <Button type="submit" busy={isSubmitting}>
              {t('login.submit')}
            </Button>
            <OtherWays to={to} onEnter={enter} />
            <p className={styles.other}>
              {t('login.newHere')}
              {sentenceGap()}
              <Link to="/pages/login/signup" search={to === undefined ? {} : { to }} className={styles.link}>
                {t('login.toSignup')}
              </Link>
            </p>
            {mayRead && (
              <p className={styles.other}>
                <Link to="/pages/house/house" search={{}} className={styles.link}>
                  {t('nav.house')}
                </Link>
              </p>
            )}
          </div>
        </form>
      </div>
    </Page>
  );
};

/**
 * The head of the pages for visitors: half a pitch drawn in hairlines, the site's name on the halfway line, and below it what
 * is being played, the way to all of it, and the money one begins with.
 */
const Masthead = ({ lead }: { lead: string }) => {
  const t = useT();
  const { site } = useStore(configStore);
  const name = site?.name ?? 'Touchline';
  const grant = site?.playGrant;
  const mayRead = useMayReadPages();
  return (
    <div className={styles.masthead}>
      <svg
        className={styles.pitch}
        viewBox="0 0 343 150"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <path d="M.5 150V.5h342V150M96.5.5v44h150V.5M137.5.5v17h68V.5M145 44.5c6 12 16 18 26.5 18s20.5-6 26.5-18" />
        <path d="M.5 12.5c6 0 12-5 12-12M330.5.5c0 7 6 12 12 12" />
        <circle cx="171.5" cy="31" r="1.3" fill="currentColor" />
      </svg>
      <p className={styles.name} translate="no">
        {name.toLocaleLowerCase('en')}
      </p>
      <p className={styles.lead}>{lead}</p>
      {mayRead && (
        <div className={styles.match}>
          <Suspense>
            <LoginMatch />
          </Suspense>
        </div>
      )}
      <p className={styles.ways}>
        {mayRead && (
          <Link to="/pages/invest/invest" search={{}} className={styles.link}>
            {t('login.seeMatches')}
          </Link>
        )}
        {grant === undefined ? (
          <PlayMoneyTag />
        ) : (
          <Tag tone="amber">
            {t('login.playMoney', {
              amount: isolated(formatDecimal(grant.replace(/\.0+$/, ''), currentLan())),
            })}
          </Tag>
        )}
      </p>
    </div>
  );
};

/** The way to the choice of language, for visitors: it shows the current one by its own name. */
const LanguageAction = () => {
  const t = useT();
  const { name } = localeOf(currentLan());
  return (
    <Link
      to="/pages/lang/lang"
      search={{}}
      className={styles.language}
      aria-label={`${t('nav.lang')}: ${name}`}
    >
      <Icon name="globe" size="small" />
      <span className={styles.languageName}>{name}</span>
    </Link>
  );
};

/** Signing in without a password: by a code, or by a passkey where the browser can. */
const OtherWays = ({ to, onEnter }: { to: string | undefined; onEnter: (session: Session) => void }) => {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const byPasskey = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      onEnter(await signInByPasskey());
    } catch (error) {
      if (!isGivenUp(error)) setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <FormFailure message={failure} />
      <Actions>
        <Link to="/pages/login/code" search={to === undefined ? {} : { to }} className={buttonClass('quiet')}>
          {t('login.byCode')}
        </Link>
        {canPasskeys() && (
          <Button tone="quiet" busy={busy} onClick={() => void byPasskey()}>
            {t('login.byPasskey')}
          </Button>
        )}
      </Actions>
    </>
  );
};
