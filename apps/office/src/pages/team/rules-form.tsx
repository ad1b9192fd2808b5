import { TextInput } from '@mantine/core';
import type { TeamRules } from '@touchline/contract/shapes/team';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Section } from '../../ui/page.tsx';
import { firstRate, generations } from './level-figures.ts';
import { LevelsTable } from './levels-table.tsx';
import { draftOf, isChanged, levelsOf, typed } from './rules-draft.ts';
import { RuleForm } from '../growth/rule-form.tsx';
import styles from '../growth/growth.module.css';

/** Proposes team rules, made on the newest version. They take effect when another operator approves them. */
export const RulesForm = ({ newest, onDone }: { newest: TeamRules; onDone: () => void }) => {
  const t = useT();
  const [draft, setDraft] = useState(() => draftOf(newest.levels));
  const changed = isChanged(draft, newest.levels);
  return (
    <RuleForm
      hint={t('team.rulesHint')}
      isChanged={changed}
      propose={(terms) =>
        call('officeTeamRulesSave', { ...terms, levels: levelsOf(draft), seen: newest.version })
      }
      onDone={() => {
        onDone();
        void again('officeTeamRulesChanges');
      }}
      onFailure={() => void again('officeTeamRules')}
      preview={
        changed && (
          <Section title={t('ruleChange.beforeAfter')}>
            <LevelsTable levels={levelsOf(draft)} before={newest.levels} />
          </Section>
        )
      }
    >
      {draft.map((figures, row) => (
        // Levels are numbered by their place.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={row} className={styles.level} data-below={row > 0}>
          <legend>{t('team.levelOf', { level: row + 1 })}</legend>
          {figures.map((text, at) => (
            <FigureField
              // The order of the figures is fixed.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              at={at}
              text={text}
              onChange={(to) => setDraft(typed(draft, row, at, to))}
            />
          ))}
        </fieldset>
      ))}
    </RuleForm>
  );
};

const FigureField = ({
  at,
  text,
  onChange,
}: {
  at: number;
  text: string;
  onChange: (text: string) => void;
}) => {
  const t = useT();
  const { currency } = useFormats();
  const names = [
    t('team.people'),
    t('team.rechargedPeople'),
    t('team.rechargedEach', { currency }),
    t('team.bets'),
    ...generations.map((generation) => t('team.rateOf', { generation })),
  ];
  const isWhole = at < firstRate && at !== 2;
  return (
    <TextInput
      className={styles.field}
      label={names[at]}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      pattern={isWhole ? '(0|[1-9][0-9]{0,8})' : '(0|[1-9][0-9]{0,11})(\\.[0-9]{1,4})?'}
      required
      withAsterisk={false}
      autoComplete="off"
    />
  );
};
