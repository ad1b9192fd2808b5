import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { CodeInput } from './code-input.tsx';

/** The password again, and a code where one is asked for: `given` is what the calls take. */
export const useProof = () => {
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  return {
    given: { password, otp: otp.trim() === '' ? undefined : otp.trim() },
    fields: { password, setPassword, otp, setOtp },
  };
};

type ProofFieldsProps = ReturnType<typeof useProof>['fields'] & { asksCode: boolean };

/** Fields for the password and, when `asksCode`, a code of the app or a recovery code. */
export const ProofFields = ({ password, setPassword, otp, setOtp, asksCode }: ProofFieldsProps) => {
  const t = useT();
  return (
    <>
      <PasswordInput
        w="20rem"
        maw="100%"
        label={t('signIn.password')}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0, size: 24 }}
      />
      {asksCode && <CodeInput value={otp} onChange={setOtp} recovery />}
    </>
  );
};
