import { limits } from '@touchline/contract/limits';
import { call } from '../../api/call.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useT } from '../../state/i18n.tsx';
import { replaceUser } from '../../state/user.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SheetAction } from '../../ui/sheet-action.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './payout-form.module.css';

/** What the member is called by; an empty one goes back to the username. */
export const NicknameForm = ({ known, onDone }: { known: string; onDone: () => void }) => {
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
