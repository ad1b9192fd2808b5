import { channelIds } from '@touchline/contract/kinds';
import { Checkbox, TextInput } from '@mantine/core';
import { useT } from '../../lib/i18n.ts';
import { channelFields, entryOf, readEntries, typed, withClosed, withField } from './entries.ts';
import styles from './settings.module.css';

/**
 * The channels: of each what differs from the house.
 * @param house the values where nothing is typed, as a list of the same form
 */
export const ChannelEditor = ({
  house,
  value,
  onChange,
}: {
  house: string;
  value: string;
  onChange: (value: string) => void;
}) => {
  const t = useT();
  const entries = readEntries(value);
  const usual = readEntries(house);
  return channelIds.map((channel) => {
    const entry = entryOf(entries, channel);
    return (
      <fieldset key={channel} className={styles.entry}>
        <legend>{t(`channel.${channel}`)}</legend>
        <Checkbox
          label={t('settings.channelOff')}
          checked={entry['off'] === true}
          onChange={({ currentTarget }) => onChange(withClosed(value, channel, currentTarget.checked))}
        />
        <div className={styles.fields}>
          {channelFields.map((field) =>
            // Only what is paid in another currency has a rate.
            field === 'rate' && !channel.startsWith('usdt') ? null : (
              <ChannelInput
                key={field}
                label={t(`settings.field.${field}`)}
                value={typed(entry, field)}
                usual={typed(entryOf(usual, channel), field)}
                onChange={(to) => onChange(withField(value, channel, field, to))}
              />
            ),
          )}
        </div>
      </fieldset>
    );
  });
};

/** A field is read when one leaves it: half a number is none. */
const ChannelInput = ({
  label,
  value,
  usual,
  onChange,
}: {
  label: string;
  value: string;
  usual: string;
  onChange: (to: string) => void;
}) => (
  <TextInput
    key={value}
    label={label}
    defaultValue={value}
    placeholder={usual}
    autoComplete="off"
    onBlur={({ currentTarget }) => {
      if (currentTarget.value.trim() !== value) onChange(currentTarget.value);
    }}
  />
);
