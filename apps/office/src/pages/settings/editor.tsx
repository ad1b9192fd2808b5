import { Checkbox, TextInput } from '@mantine/core';
import type { Setting } from '@touchline/contract/shapes/office-settings';
import { weekdayName } from '@touchline/locales/format-time';
import { useState } from 'react';
import { useFormats } from '../../api/site.ts';
import { currentLan, useT } from '../../shell/i18n.ts';
import { Choice } from '../../ui/choice.tsx';
import { ChannelEditor } from './channel-editor.tsx';
import { bpOf, percentOf } from './percent.ts';
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
  if (of.kind === 'channels') {
    return <ChannelEditor house={of.house ?? ''} value={value} onChange={onChange} />;
  }
  return <Line {...props} />;
};

const Days = ({ value, onChange }: EditorProps) => {
  const t = useT();
  const chosen = value.split(',');
  return (
    <fieldset className={styles.days}>
      <legend>{t('settings.edit')}</legend>
      {weekdays.map((day) => (
        <Checkbox
          key={day}
          label={weekdayName(Number(day), { lan: currentLan() })}
          checked={chosen.includes(day)}
          onChange={({ currentTarget }) =>
            onChange(
              weekdays
                .filter((each) => (each === day ? currentTarget.checked : chosen.includes(each)))
                .join(','),
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
      {...(of.kind === 'time' ? { type: 'time' } : {})}
      {...(isNumber ? { inputMode: 'decimal' as const } : {})}
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
