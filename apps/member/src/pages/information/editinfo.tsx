import { limits } from '@touchline/contract/limits';
import { plainCode } from '@touchline/kit/typed-text';
import { useState } from 'react';
import { CodeField, isCode, useSendCode } from '../../features/account/code-field.tsx';
import { addressOf, CallingCode } from '../../features/account/contact-fields.tsx';
import { call } from '../../lib/call.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { formatCalendarDay } from '../../features/labels/time.tsx';
import { refreshUser } from '../../lib/query.ts';
import { checks, maskedNumber } from '../../features/account/form.ts';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useUser, replaceUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { SheetAction, Sheet } from '../../ui/sheet.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useForm } from '../../ui/use-form.ts';
import { IdentityForm } from './identity-form.tsx';
import styles from './information.module.css';

type Values = { to: string; code: string; password: string };

/** Adds or changes the e-mail address or mobile number, by a code sent there and the password. */
const ContactForm = ({ way, onDone }: { way: 'email' | 'mobile'; onDone: () => void }) => {
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

type Editing = 'nickname' | 'email' | 'mobile' | 'identity';

const identityTones = { none: 'quiet', in_review: 'amber', verified: 'pitch', refused: 'red' } as const;

/** Who the member is: names, addresses, identity; and the way to what keeps the account safe. */
export const EditInfoPage = () => {
  const t = useT();
  const user = useUser();
  const [editing, setEditing] = useState<Editing>();
  const close = () => setEditing(undefined);
  if (!user) return null;
  const none = <span className={styles.none}>{t('account.add')}</span>;
  const latin = (text: string) => (
    <bdi dir="ltr" className={styles.value}>
      {text}
    </bdi>
  );
  const titles = {
    nickname: t('account.nickname'),
    email: user.email === undefined ? t('account.addEmail') : t('account.changeEmail'),
    mobile: user.mobile === undefined ? t('account.addMobile') : t('account.changeMobile'),
    identity: t('cashier.identity'),
  };
  return (
    <Page layout="cards" title={t('nav.editinfo')} onRefresh={refreshUser}>
      <h2 className={styles.heading}>{t('account.profile')}</h2>
      <Card flush>
        <ListRow
          label={t('account.nickname')}
          value={user.nickname === undefined ? none : <bdi className={styles.value}>{user.nickname}</bdi>}
          onClick={() => setEditing('nickname')}
        />
        <ListRow label={t('form.accountLabel')} value={latin(user.account)} />
        <ListRow
          label={t('form.emailLabel')}
          value={user.email === undefined ? none : latin(user.email)}
          onClick={() => setEditing('email')}
        />
        <ListRow
          label={t('form.mobileLabel')}
          value={user.mobile === undefined ? none : latin(maskedNumber(user.areaCode ?? '', user.mobile))}
          onClick={() => setEditing('mobile')}
        />
      </Card>
      <h2 className={styles.heading}>{t('account.identity')}</h2>
      <Card flush>
        <ListRow
          label={t('account.identityState')}
          value={<Tag tone={identityTones[user.identity]}>{t(`account.identity.${user.identity}`)}</Tag>}
          onClick={user.verified ? undefined : () => setEditing('identity')}
        />
        {user.realName !== undefined && (
          <ListRow
            label={t('cashier.field.realName')}
            value={<bdi className={styles.value}>{user.realName}</bdi>}
          />
        )}
        <ListRow label={t('form.birthDateLabel')} value={formatCalendarDay(user.birthDate)} />
      </Card>
      <p className={styles.editinfoNote}>
        {user.verified ? t('account.identityFixed') : t('account.identityNote')}
      </p>
      <Card flush>
        <ListRow icon="lock" label={t('nav.security')} to="/pages/information/security" />
      </Card>
      <Sheet
        open={editing !== undefined}
        onClose={close}
        title={editing === undefined ? '' : titles[editing]}
      >
        {editing === 'nickname' && <NicknameForm known={user.nickname ?? ''} onDone={close} />}
        {(editing === 'email' || editing === 'mobile') && (
          <ContactForm key={editing} way={editing} onDone={close} />
        )}
        {editing === 'identity' && <IdentityForm user={user} />}
      </Sheet>
    </Page>
  );
};

/** What the member is called by; an empty one goes back to the username. */
const NicknameForm = ({ known, onDone }: { known: string; onDone: () => void }) => {
  const t = useT();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { nickname: known } });
  const { errors, isSubmitting } = formState;
  const submit = async (values: { nickname: string }): Promise<void> => {
    try {
      replaceUser(
        await call('profileSave', { nickname: values.nickname.trim() }, { mask: false, quiet: true }),
      );
      onDone();
    } catch (error) {
      const placed = placeRefusal(error, ['nickname'], { account_reserved: 'nickname' });
      for (const { field, message } of placed) setError(field, { message });
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
      <Field
        label={t('account.nickname')}
        hint={t('account.nicknameHint')}
        error={errors.nickname?.message}
        autoComplete="nickname"
        maxLength={limits.nicknameMaxLength * 2}
        enterKeyHint="done"
        {...register('nickname')}
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
