import { limits } from '@touchline/contract/limits';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { formatCalendarDay } from '../../features/labels/time.tsx';
import { refreshUser } from '../../lib/query.ts';
import { maskedNumber } from '../../features/account/form.ts';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useUser, replaceUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Field } from '../../ui/field.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { SheetAction, Sheet } from '../../ui/sheet.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ContactForm } from './contact-form.tsx';
import { IdentityForm } from './identity-form.tsx';
import styles from './information.module.css';

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
