import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';

type Props = {
  value: string;
  onChange: (account: string) => void;
  /** Whether the page begins with it. */
  isFirst?: boolean;
};

/** The account of an operator who is not signed in. */
export const AccountField = ({ value, onChange, isFirst = false }: Props) => (
  <TextInput
    size="sm"
    label={useT()('signIn.account')}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={64}
    required
    withAsterisk={false}
    data-autofocus={isFirst || undefined}
  />
);

type CodeProps = { value: string; onChange: (value: string) => void; recovery?: boolean; size?: 'xs' | 'sm' };

/** A code of the authenticator app; where it counts as well, a recovery code. */
export const CodeInput = ({ value, onChange, recovery = false, size = 'xs' }: CodeProps) => {
  const t = useT();
  return (
    <TextInput
      size={size}
      w="20rem"
      maw="100%"
      label={t('factor.code')}
      description={recovery ? t('factor.orRecovery') : undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete="one-time-code"
      inputMode={recovery ? 'text' : 'numeric'}
      maxLength={24}
      required
      withAsterisk={false}
      data-autofocus
    />
  );
};

/** A password that an operator chooses, and what it needs. */
export const NewPasswordField = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}) => {
  const t = useT();
  return (
    <PasswordInput
      w="20rem"
      maw="100%"
      label={t('account.newPassword')}
      description={t('account.newPasswordHint')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete="new-password"
      minLength={12}
      maxLength={200}
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0, size: 24 }}
    />
  );
};

/** Why something is changed, for the log: as long as the server asks for. */
export const ReasonField = ({
  value,
  onChange,
  rows = 2,
  hint,
}: {
  value: string;
  onChange: (reason: string) => void;
  rows?: number;
  hint?: ReactNode;
}) => (
  <Textarea
    label={useT()('decision.reason')}
    description={hint}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    minLength={5}
    maxLength={500}
    rows={rows}
    required
    withAsterisk={false}
  />
);

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

/** A choice of a few words; with `all` the first, empty one means all of them. */
export const Choice = <C extends string>({
  label,
  value,
  choices,
  all,
  name,
  onChange,
}: {
  label: string;
  value: C | undefined;
  choices: readonly C[];
  all?: string;
  name: (choice: C) => string;
  onChange: (choice: C | undefined) => void;
}) => (
  <NativeSelect
    aria-label={label}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(choices.find((choice) => choice === currentTarget.value))}
    data={[
      ...(all === undefined ? [] : [{ value: '', label: all }]),
      ...choices.map((choice) => ({ value: choice, label: name(choice) })),
    ]}
  />
);
