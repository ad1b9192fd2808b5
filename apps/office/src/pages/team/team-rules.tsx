import { TextInput } from '@mantine/core';
import type { TeamRulesChange } from '@touchline/contract/shapes/office-growth';
import type { TeamLevel, TeamRules } from '@touchline/contract/shapes/team';
import { useState } from 'react';
import styles from '../../features/growth/growth.module.css';
import { RuleForm } from '../../features/growth/rule-form.tsx';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { useFormats } from '../../lib/site.ts';
import { Section } from '../../ui/page.tsx';
import { RuleChangeDetail } from '../../features/growth/rule-change.tsx';
import { rulesLimit, RulesView } from '../../features/growth/rules-view.tsx';
import { figuresOf, firstRate, generations, LevelsTable } from './levels-table.tsx';

const refresh = () => void again('officeTeamRulesChanges', 'officeTeamRules');

/** The rules of team levels: what counts, what was published, and what is proposed. */
export const TeamRulesView = () => {
  const t = useT();
  const may = useMay();
  const page = usePageNumber();
  const versions = useCall('officeTeamRules', { limit: 100 });
  const changes = useCall(
    'officeTeamRulesChanges',
    { page, limit: rulesLimit },
    { follow: true, keep: true },
  );
  return (
    <RulesView
      title={t('team.rules')}
      back={may('officeTeamList') ? t('team.teams') : undefined}
      versions={versions}
      changes={changes}
      first="1"
      mayPropose={may('officeTeamRulesSave')}
      Form={RulesForm}
      Detail={Proposal}
      Version={Version}
    />
  );
};

const Version = ({ of, before }: { of: TeamRules; before: TeamRules | undefined }) => (
  <LevelsTable levels={of.levels} before={before?.levels} />
);

const Proposal = ({ of, versions }: { of: TeamRulesChange; versions: readonly TeamRules[] }) => {
  const t = useT();
  const may = useMay();
  const before = versions.find(({ version }) => version === of.basedOn);
  return (
    <>
      <Section title={t('ruleChange.beforeAfter')}>
        <LevelsTable levels={of.levels} before={before?.levels} />
      </Section>
      <RuleChangeDetail
        of={of}
        newest={versions[0]?.version}
        mayDecide={may('officeTeamRulesDecide')}
        decide={(decision, note) =>
          call('officeTeamRulesDecide', {
            id: of.id,
            seen: of.seen,
            decision,
            note,
          })
        }
        onDone={refresh}
      />
    </>
  );
};

/** The figures of three levels as they are typed. */
type Draft = readonly (readonly string[])[];

export const draftOf = (levels: readonly TeamLevel[]): Draft => levels.map(figuresOf);

/** What is typed, put in another place. */
export const typed = (draft: Draft, row: number, at: number, text: string): Draft =>
  draft.map((figures, i) => (i === row ? figures.map((old, j) => (j === at ? text : old)) : figures));

export const isChanged = (draft: Draft, levels: readonly TeamLevel[]): boolean =>
  draftOf(levels).some((figures, row) => figures.some((text, at) => text !== draft[row]?.[at]));

/** A draft as levels; the server judges what is in them. */
export const levelsOf = (draft: Draft): TeamLevel[] =>
  draft.map(([people = '', recharged = '', rechargeEach = '', sessions = '', ...rates], row) => ({
    level: row + 1,
    conditions: {
      people: Number(people),
      recharged: Number(recharged),
      sessions: Number(sessions),
      rechargeEach: rechargeEach.trim(),
    },
    rates: rates.map((rate) => rate.trim()),
  }));

/** Proposes team rules, made on the newest version. They take effect when another operator approves them. */
const RulesForm = ({ newest, onDone }: { newest: TeamRules; onDone: () => void }) => {
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
