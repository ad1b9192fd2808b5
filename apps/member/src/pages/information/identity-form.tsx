import { useState } from 'react';
import type { User } from '@touchline/contract/shapes/user';
import { CallError } from '@touchline/client/errors';
import { call, failureText } from '../../lib/call.ts';
import { ImageField } from '../../features/cashier/image-field.tsx';
import { sentenceGap } from '../../features/labels/bidi.ts';
import { reasonOrWords } from '../../features/cashier/texts.ts';
import { Notice } from '../../features/cashier/notice.tsx';
import { useT } from '../../lib/i18n.tsx';
import { updateUser } from '../../lib/user.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './information.module.css';

/** The check of the member's name, which a bank card rests on: to hand in, in review, or refused and why. */
export const IdentityForm = ({ user }: { user: User }) => {
  const t = useT();
  if (user.identity === 'in_review') {
    return (
      <>
        <h3 className={styles.formTitle}>{t('cashier.identityInReview')}</h3>
        <p className={styles.formWords}>{t('cashier.identityInReviewText')}</p>
      </>
    );
  }
  return (
    <>
      {user.identity === 'refused' && (
        <Notice>
          {t('cashier.identityRefused')}
          {sentenceGap()}
          {reasonOrWords(user.identityReason)}
        </Notice>
      )}
      <h3 className={styles.formTitle}>{t('cashier.identity')}</h3>
      <p className={styles.formWords}>{t('cashier.identityText')}</p>
      <Documents realName={user.realName ?? ''} />
    </>
  );
};

const Documents = ({ realName }: { realName: string }) => {
  const t = useT();
  const [document, setDocument] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { realName } });
  const { errors, isSubmitting } = formState;
  const submit = async (values: { realName: string }): Promise<void> => {
    if (document === undefined) {
      setError('root', { message: t('cashier.documentMissing') });
      return;
    }
    try {
      updateUser(
        await call(
          'identitySave',
          { realName: values.realName.trim(), document },
          { mask: false, quiet: true },
        ),
      );
    } catch (error) {
      const wrong = error instanceof CallError ? error.details.fields?.realName : undefined;
      setError(wrong === undefined ? 'root' : 'realName', { message: wrong ?? failureText(error) });
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
      <Field
        label={t('cashier.field.realName')}
        hint={t('cashier.realNameHint')}
        error={errors.realName?.message}
        autoComplete="name"
        maxLength={120}
        {...register('realName', {
          validate: (value) => value.trim() !== '' || t('cashier.prompt.realName'),
        })}
      />
      <ImageField
        purpose="identity"
        choose={t('cashier.addDocument')}
        done={t('cashier.documentAdded')}
        onUploaded={(image) => {
          setDocument(image.id);
          return Promise.resolve();
        }}
      />
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('cashier.sendIdentity')}
        </Button>
      </SheetAction>
    </form>
  );
};
