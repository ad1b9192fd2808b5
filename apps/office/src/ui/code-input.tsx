import { TextInput } from '@mantine/core';
import { useT } from '../lib/i18n.ts';

type Props = { value: string; onChange: (value: string) => void; recovery?: boolean; size?: 'xs' | 'sm' };

/** A code of the authenticator app; where it counts as well, a recovery code. */
export const CodeInput = ({ value, onChange, recovery = false, size = 'xs' }: Props) => {
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
