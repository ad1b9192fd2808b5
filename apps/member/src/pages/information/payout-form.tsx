import { useRef, useState } from 'react';
import type { Payout, PayoutType } from '@touchline/contract/shapes/cashier';
import { CallError } from '@touchline/client/errors';
import { call, failureText } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { OtpField } from '../../features/account/code-field.tsx';
import { isOfProof } from '../../features/cashier/proof.ts';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import {
  fieldsOf,
  isCode,
  isRequired,
  looksLikeAddress,
  maxLengths,
  nameOf,
  payoutInput,
  type PayoutField,
  type PayoutValues,
} from './payout-fields.ts';
import styles from './information.module.css';

type Props = { type: PayoutType; known?: Payout; onDone: () => void };

/** The fields of a bank card or crypto wallet. */
export const PayoutForm = ({ type, known, onDone }: Props) => {
  const t = useT();
  const user = useUser();
  const realName = user?.realName ?? '';
  const byCode = user?.otp === true;
  const [proof, setProof] = useState('');
  const [proofFailure, setProofFailure] = useState<string>();
  // A new destination asks for it; whether a changed one is new, the server says.
  const [asksProof, setAsksProof] = useState(known === undefined);
  const proofField = useRef<HTMLInputElement>(null);
  const fields = fieldsOf(type);
  const { register, handleSubmit, setError, formState } = useForm<Partial<PayoutValues>>({
    defaultValues: Object.fromEntries(
      fields.map((field) => [field, known?.[field] ?? (field === 'holder' ? realName : '')]),
    ),
  });
  const { errors, isSubmitting } = formState;

  const hint = (field: PayoutField) => {
    if (field === 'holder') return t('cashier.holderHint');
    if (!isRequired(type, field)) return t('cashier.optional');
    return field === 'address' ? t('cashier.addressHint') : undefined;
  };
  const check = (field: PayoutField) => (value: string | undefined) => {
    const text = (value ?? '').trim();
    if (text === '') return !isRequired(type, field) || t(`cashier.prompt.${nameOf(type, field)}`);
    if (field !== 'address' || type === 'bank') return true;
    return looksLikeAddress(type, text) || t(`cashier.addressFormat.${type}`);
  };
  const failProof = (text: string): void => {
    setAsksProof(true);
    setProofFailure(text);
    // Once the field is there.
    requestAnimationFrame(() => proofField.current?.focus());
  };
  const submit = async (values: Partial<PayoutValues>): Promise<void> => {
    setProofFailure(undefined);
    if (asksProof && proof.trim().length < (byCode ? 6 : 1)) {
      failProof(byCode ? t('form.required') : t('form.passwordEmpty'));
      return;
    }
    const given = asksProof ? (byCode ? { code: proof.trim() } : { password: proof }) : {};
    try {
      await call(
        'walletSave',
        { ...payoutInput(type, values, known?.id), ...given },
        { mask: false, quiet: true, toast: t('cashier.payoutSaved') },
      );
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['walletList'] }),
        queryClient.invalidateQueries({ queryKey: ['walletDetail'] }),
      ]);
      onDone();
    } catch (error) {
      if (isOfProof(error)) {
        // A code counts once.
        if (byCode) setProof('');
        failProof(failureText(error));
        return;
      }
      const wrong = error instanceof CallError ? (error.details.fields ?? {}) : {};
      const named = fields.filter((field) => wrong[field] !== undefined);
      for (const field of named) setError(field, { message: wrong[field] ?? '' });
      if (named.length > 0) return;
      const isOfName = error instanceof CallError && error.reason === 'name_mismatch';
      setError(isOfName ? 'holder' : 'root', { message: failureText(error) });
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
      {fields.map((field) => (
        <Field
          key={field}
          label={t(`cashier.field.${nameOf(type, field)}`)}
          hint={hint(field)}
          error={errors[field]?.message}
          placeholder={t(`cashier.prompt.${nameOf(type, field)}`)}
          maxLength={maxLengths[field]}
          autoComplete="off"
          {...(isCode(type, field) && {
            dir: 'ltr',
            autoCapitalize: 'none',
            autoCorrect: 'off',
            spellCheck: false,
          })}
          type={field === 'phone' ? 'tel' : undefined}
          {...register(field, { validate: check(field) })}
        />
      ))}
      {asksProof && byCode && (
        <OtpField
          hint={t('cashier.destinationWhy')}
          error={proofFailure}
          ref={proofField}
          value={proof}
          onChange={({ target }) => setProof(target.value)}
        />
      )}
      {asksProof && !byCode && (
        <PasswordField
          label={t('form.password')}
          hint={t('cashier.destinationWhy')}
          error={proofFailure}
          ref={proofField}
          value={proof}
          autoComplete="current-password"
          onChange={({ target }) => setProof(target.value)}
        />
      )}
      <p className={styles.formWords}>{t('cashier.coolingNote')}</p>
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('cashier.save')}
        </Button>
      </SheetAction>
    </form>
  );
};
