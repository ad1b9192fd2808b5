import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';

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
