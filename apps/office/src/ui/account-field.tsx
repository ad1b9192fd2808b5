import { TextInput } from '@mantine/core';
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
