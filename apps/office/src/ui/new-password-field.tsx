import { PasswordInput } from '@mantine/core';
import { useT } from '../lib/i18n.ts';

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
