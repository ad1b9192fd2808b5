import type { RewardRulesChange, RewardVersion } from '@touchline/contract/shapes/office-growth';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { Section } from '../../ui/page.tsx';
import { RuleChangeDetail } from '../../features/growth/rule-change.tsx';
import { RulesView, rulesLimit } from '../../features/growth/rules-view.tsx';
import { RewardForm } from './reward-form.tsx';
import { ScaleTable, TermsTable } from './tables.tsx';

const refresh = () => void again('officeRewardRulesChanges', 'officeRewardRules', 'officeRewardOverview');

/** The rules of check-ins and VIP levels: what counts, what was published, and what is proposed. */
export const RewardRulesView = () => {
  const t = useT();
  const may = useMay();
  const page = usePageNumber();
  const versions = useCall('officeRewardRules', { limit: 100 });
  const changes = useCall(
    'officeRewardRulesChanges',
    { page, limit: rulesLimit },
    { follow: true, keep: true },
  );
  return (
    <RulesView
      title={t('reward.rules')}
      back={t('place.rewards')}
      versions={versions}
      changes={changes}
      first="0"
      mayPropose={may('officeRewardRulesSave')}
      Form={RewardForm}
      Detail={Proposal}
      Version={Version}
    />
  );
};

const Version = ({
  of,
  before,
}: {
  of: Pick<RewardVersion, 'rules' | 'terms'>;
  before: Pick<RewardVersion, 'rules' | 'terms'> | undefined;
}) => (
  <>
    <ScaleTable of={of.rules.checkIn} before={before?.rules.checkIn} />
    <TermsTable of={of.terms} before={before?.terms} />
  </>
);

const Proposal = ({ of, versions }: { of: RewardRulesChange; versions: readonly RewardVersion[] }) => {
  const t = useT();
  const may = useMay();
  return (
    <>
      <Section title={t('ruleChange.beforeAfter')}>
        <Version of={of} before={versions.find(({ version }) => version === of.basedOn)} />
      </Section>
      <RuleChangeDetail
        of={of}
        newest={versions[0]?.version}
        mayDecide={may('officeRewardRulesDecide')}
        decide={(decision, note) =>
          call('officeRewardRulesDecide', {
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
