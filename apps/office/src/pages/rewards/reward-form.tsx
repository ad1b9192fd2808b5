import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { RewardRules, RewardTerms, RewardVersion } from '@touchline/contract/shapes/office-growth';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf } from '../../lib/search.ts';
import { RuleForm } from '../../features/growth/rule-form.tsx';
import styles from '../../features/growth/growth.module.css';

/** What is typed of a VIP level; empty follows the settings of the site. */
type LevelDraft = {
  level: number;
  turnover: string;
  withdrawFee: string;
  withdrawMax: string;
  checkIn: string;
  support: '' | 'standard' | 'priority';
};
type Draft = { isOpen: boolean; days: readonly string[]; levels: readonly LevelDraft[] };

const runDays = 7;

export const draftOf = ({ checkIn, levels }: RewardRules): Draft => ({
  isOpen: checkIn.length > 0,
  days: Array.from({ length: runDays }, (_, day) => checkIn[day] ?? ''),
  levels: [1, 2, 3, 4, 5].map((level) => {
    const of = levels.find((one) => one.level === level);
    return {
      level,
      turnover: of?.turnover ?? '',
      withdrawFee: of?.withdrawFee ?? '',
      withdrawMax: of?.withdrawMax ?? '',
      support: of?.support ?? '',
      checkIn: of?.checkIn === undefined ? '' : String(of.checkIn),
    };
  }),
});

/** A field as it is sent: trimmed, and left out when nothing is written in it. */
const written = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** A draft as rules; what is empty is left out, and so are levels that differ in nothing. The server judges the rest. */
export const rulesOf = ({ isOpen, days, levels }: Draft): RewardRules => ({
  checkIn: isOpen ? days.map((day) => day.trim()) : [],
  levels: levels
    .map(({ level, turnover, withdrawFee, withdrawMax, checkIn, support }) => ({
      level,
      turnover: written(turnover),
      withdrawFee: written(withdrawFee),
      withdrawMax: written(withdrawMax),
      checkIn: checkIn.trim() === '' ? undefined : Number(checkIn),
      support: support === '' ? undefined : support,
    }))
    .filter((one) => Object.entries(one).some(([name, value]) => name !== 'level' && value !== undefined)),
});

/** Whether a draft says something else than a version does. */
export const isChanged = (draft: Draft, { rules }: Pick<RewardVersion, 'rules'>): boolean =>
  JSON.stringify(rulesOf(draft)) !== JSON.stringify(rulesOf(draftOf(rules)));

const supports = ['standard', 'priority'] as const;

/** Proposes reward rules, made on the newest version. They take effect when another operator approves them. */
export const RewardForm = ({ newest, onDone }: { newest: RewardVersion; onDone: () => void }) => {
  const t = useT();
  const { currency } = useFormats();
  const [draft, setDraft] = useState<Draft>(() => draftOf(newest.rules));
  const setLevel = (to: LevelDraft) =>
    setDraft({ ...draft, levels: draft.levels.map((one) => (one.level === to.level ? to : one)) });
  return (
    <RuleForm
      hint={t('reward.rulesHint')}
      isChanged={isChanged(draft, newest)}
      propose={(terms) =>
        call('officeRewardRulesSave', { ...terms, rules: rulesOf(draft), seen: newest.version })
      }
      onDone={() => {
        onDone();
        void again('officeRewardRulesChanges');
      }}
      onFailure={() => void again('officeRewardRules')}
    >
      <Checkbox
        label={t('reward.open')}
        checked={draft.isOpen}
        onChange={({ currentTarget }) => setDraft({ ...draft, isOpen: currentTarget.checked })}
      />
      {draft.isOpen && (
        <fieldset className={styles.level}>
          <legend>{t('unit.of', { name: t('reward.scale'), unit: currency })}</legend>
          {draft.days.map((text, day) => (
            <TextInput
              // The days of a run are in order.
              // oxlint-disable-next-line react/no-array-index-key
              key={day}
              className={styles.short}
              label={day + 1}
              value={text}
              onChange={({ currentTarget }) =>
                setDraft({
                  ...draft,
                  days: draft.days.map((old, at) => (at === day ? currentTarget.value : old)),
                })
              }
              inputMode="decimal"
              pattern={amountPattern}
              required
              withAsterisk={false}
              autoComplete="off"
            />
          ))}
        </fieldset>
      )}
      {draft.levels.map((level) => (
        <LevelFields
          key={level.level}
          of={level}
          terms={newest.terms.find((one) => one.level === level.level)}
          onChange={setLevel}
        />
      ))}
    </RuleForm>
  );
};

const amountPattern = '\\s*(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?\\s*';

/** What differs of a level; empty fields show what they follow. */
const LevelFields = ({
  of,
  terms,
  onChange,
}: {
  of: LevelDraft;
  terms: RewardTerms | undefined;
  onChange: (to: LevelDraft) => void;
}) => {
  const t = useT();
  const { currency } = useFormats();
  const fields = [
    ['turnover', t('reward.turnover', { currency }), terms?.turnover, amountPattern],
    ['withdrawFee', t('reward.feeField'), terms?.withdrawFee, '\\s*[0-9]{1,2}(\\.[0-9]{1,2})?\\s*'],
    ['withdrawMax', t('reward.max', { currency }), terms?.withdrawMax, amountPattern],
    ['checkIn', t('reward.percentField'), terms && String(terms.checkIn), '\\s*[1-9][0-9]{2,3}\\s*'],
  ] as const;
  return (
    <fieldset className={styles.level} data-below={of.level > 1}>
      <legend>{t('reward.levelOf', { level: of.level })}</legend>
      {fields.map(([name, label, placeholder, pattern]) => (
        <TextInput
          key={name}
          className={styles.field}
          label={label}
          placeholder={placeholder}
          value={of[name]}
          onChange={({ currentTarget }) => onChange({ ...of, [name]: currentTarget.value })}
          inputMode={name === 'checkIn' ? 'numeric' : 'decimal'}
          pattern={pattern}
          autoComplete="off"
        />
      ))}
      <NativeSelect
        className={styles.choice}
        label={t('reward.support')}
        value={of.support}
        onChange={({ currentTarget }) =>
          onChange({ ...of, support: choiceOf(currentTarget.value, supports) ?? '' })
        }
        data={[
          { value: '', label: t('reward.asBefore') },
          ...supports.map((each) => ({ value: each, label: t(`reward.support.${each}`) })),
        ]}
      />
    </fieldset>
  );
};
