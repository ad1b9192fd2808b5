import { txHashPattern } from '@touchline/contract/limits';
import { plainHex } from '@touchline/kit/typed-text';
import { failureText } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import { showToast } from '../../lib/toasts.ts';
import styles from './recharge.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Hands the hash in; rejects with why it is refused. */
  onHash: (hash: string) => Promise<unknown>;
};

const pattern = new RegExp(txHashPattern);

/** Asks for the hash of a transfer that was not found automatically. */
export const HashSheet = ({ open, onClose, onHash }: Props) => {
  const t = useT();
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { hash: '' } });
  const submit = async ({ hash }: { hash: string }): Promise<void> => {
    try {
      await onHash(plainHex(hash));
      showToast(t('cashier.hashAdded'));
      reset();
      onClose();
    } catch (error) {
      setError('hash', { message: failureText(error) });
    }
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('cashier.enterHash')}>
      <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
        <Field
          label={t('cashier.hash')}
          hint={t('cashier.hashHint')}
          error={formState.errors.hash?.message}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          {...register('hash', {
            validate: (value) => pattern.test(plainHex(value)) || t('cashier.hashFormat'),
          })}
        />
        <Button type="submit" busy={formState.isSubmitting}>
          {t('cashier.sendHash')}
        </Button>
      </form>
    </Sheet>
  );
};
