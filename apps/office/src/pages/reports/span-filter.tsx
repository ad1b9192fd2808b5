import { Button, TextInput } from '@mantine/core';
import { useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { quickSpan, quickSpans, type Span } from './span.ts';
import styles from './reports.module.css';

/** Which days: a quick choice, or any two. */
export const SpanFilter = ({
  span,
  today,
  onChange,
}: {
  span: Span;
  today: string;
  onChange: (span: Partial<Span>) => void;
}) => {
  const t = useT();
  return (
    <>
      <div className={styles.choices}>
        {quickSpans.map((quick, at) => (
          <QuickButton
            key={quick}
            letter={String(at + 1)}
            name={t(`report.span.${quick}`)}
            span={quickSpan(quick, today)}
            chosen={span}
            onChoose={onChange}
          />
        ))}
      </div>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          aria-label={t(`report.${end}`)}
          value={span[end]}
          max={today}
          onChange={({ currentTarget: { value } }) => value !== '' && onChange({ [end]: value })}
        />
      ))}
    </>
  );
};

const QuickButton = ({
  letter,
  name,
  span,
  chosen,
  onChoose,
}: {
  letter: string;
  name: string;
  span: Span;
  chosen: Span;
  onChoose: (span: Span) => void;
}) => {
  const isChosen = span.from === chosen.from && span.to === chosen.to;
  useShortcut(letter, name, () => onChoose(span));
  return (
    <Button variant={isChosen ? 'filled' : 'default'} aria-pressed={isChosen} onClick={() => onChoose(span)}>
      {name}
    </Button>
  );
};
