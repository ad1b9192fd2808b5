import type { TeamRulesChange } from '@touchline/contract/shapes/office-growth';
import type { TeamRules } from '@touchline/contract/shapes/team';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { Section } from '../../ui/page.tsx';
import { RuleChangeDetail } from '../../features/growth/rule-change.tsx';
import { rulesLimit, RulesView } from '../../features/growth/rules-view.tsx';
import { LevelsTable } from './levels-table.tsx';
import { RulesForm } from './rules-form.tsx';

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
