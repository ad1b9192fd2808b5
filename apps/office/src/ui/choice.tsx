import { NativeSelect } from '@mantine/core';

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
