import { NativeSelect } from '@mantine/core';

const zones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];

/** A time zone by its name; `none` is the line for no zone. */
export const ZoneSelect = ({
  label,
  none,
  value,
  isBare = false,
  onChange,
}: {
  label: string;
  none: string;
  value: string;
  /** Without a label that shows. */
  isBare?: boolean;
  onChange: (zone: string) => void;
}) => (
  <NativeSelect
    {...(isBare ? { 'aria-label': label } : { label })}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={[
      { value: '', label: none },
      // One that was given elsewhere may have another name here.
      ...(value === '' || zones.includes(value) ? zones : [value, ...zones]),
    ]}
  />
);
