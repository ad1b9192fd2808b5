import { Checkbox, TextInput } from '@mantine/core';
import { channelIds } from '@touchline/contract/kinds';
import type { Setting } from '@touchline/contract/shapes/office-settings';
import { weekdayName } from '@touchline/locales/format-time';
import { lans, localeOf } from '@touchline/locales/locales';
import { useState } from 'react';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Choice } from '../../ui/fields.tsx';
import {
  bpOf,
  channelFields,
  entryOf,
  percentOf,
  readEntries,
  typed,
  withClosed,
  withField,
} from './entries.ts';
import styles from './settings.module.css';

type EditorProps = { of: Setting; value: string; onChange: (value: string) => void };

const flags = ['true', 'false'] as const;
const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** Where a setting is written, each kind in its own way. */
export const Editor = (props: EditorProps) => {
  const t = useT();
  const { of, value, onChange } = props;
  if (of.kind === 'flag') {
    return (
      <Choice
        label={t('settings.edit')}
        value={flags.find((flag) => flag === value)}
        choices={flags}
        name={(flag) => t(flag === 'true' ? 'settings.on' : 'settings.off')}
        onChange={(flag) => onChange(flag ?? 'false')}
      />
    );
  }
  if (of.kind === 'days') return <Days {...props} />;
  if (of.kind === 'languages') return <Languages {...props} />;
  if (of.kind === 'language') {
    return (
      <Choice
        label={t('settings.edit')}
        value={lans.find((lan) => lan === value)}
        choices={lans}
        name={(lan) => localeOf(lan).name}
        onChange={(lan) => onChange(lan ?? value)}
      />
    );
  }
  if (of.kind === 'channels') {
    return <ChannelEditor house={of.house ?? ''} value={value} onChange={onChange} />;
  }
  return <Line {...props} />;
};

const Days = (props: EditorProps) => (
  <Several {...props} all={weekdays} name={(day) => weekdayName(Number(day), { lan: currentLan() })} />
);

const Languages = (props: EditorProps) => (
  <Several {...props} all={lans} name={(lan) => localeOf(lan).name} />
);

/** Some of several, kept in one text with commas between them. */
const Several = <Each extends string>({
  all,
  name,
  value,
  onChange,
}: EditorProps & { all: readonly Each[]; name: (each: Each) => string }) => {
  const t = useT();
  const chosen = value.split(',');
  return (
    <fieldset className={styles.days}>
      <legend>{t('settings.edit')}</legend>
      {all.map((one) => (
        <Checkbox
          key={one}
          label={name(one)}
          checked={chosen.includes(one)}
          onChange={({ currentTarget }) =>
            onChange(
              all.filter((each) => (each === one ? currentTarget.checked : chosen.includes(each))).join(','),
            )
          }
        />
      ))}
    </fieldset>
  );
};

/** One line of text. A percentage is typed as one, and kept in hundredths. */
const Line = ({ of, value, onChange }: EditorProps) => {
  const t = useT();
  const { currency } = useFormats();
  const isPercent = of.unit === 'bp';
  const [text, setText] = useState(isPercent ? percentOf(value) : value);
  const unit = isPercent ? '%' : of.unit === 'money' ? currency : of.unit === 'times' ? '×' : undefined;
  const isNumber = of.kind === 'integer' || of.kind === 'number' || of.kind === 'amount';
  return (
    <TextInput
      label={t('settings.edit')}
      value={text}
      type={of.kind === 'time' ? 'time' : undefined}
      inputMode={isNumber ? 'decimal' : undefined}
      {...(unit === undefined
        ? {}
        : { rightSection: <span className={styles.unit}>{unit}</span>, rightSectionWidth: 52 })}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(isPercent ? bpOf(currentTarget.value) : currentTarget.value.trim());
      }}
    />
  );
};

/**
 * The channels: of each what differs from the house.
 * @param house the values where nothing is typed, as a list of the same form
 */
const ChannelEditor = ({
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
