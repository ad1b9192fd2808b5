import type { UseFormReturn } from 'react-hook-form';
import { CodeField, isCode } from '../../features/account/code-field.tsx';
import { plainNumber, type Way } from '../../features/account/form.ts';
import { useSendCode } from '../../features/account/use-send-code.ts';
import { useT } from '../../state/i18n.tsx';
import { configStore } from '../../state/config.ts';
import type { SignupValues } from './signup-values.ts';

/** The code that proves the address somebody registers by. */
export const SignupCode = ({ way, form }: { way: Way; form: UseFormReturn<SignupValues> }) => {
  const t = useT();
  const sending = useSendCode();
  const send = async (): Promise<void> => {
    if (!(await form.trigger('contact'))) return;
    const typed = form.getValues('contact').trim();
    const areaCode = configStore.read().telephone.code;
    const to = way === 'mobile' ? { to: plainNumber(typed), areaCode } : { to: typed };
    sending.send({ ...to, purpose: 'register' });
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
