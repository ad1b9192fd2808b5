import type { SettingChange } from '@touchline/contract/shapes/office-settings';
import { ProposalState } from '../../features/queue/proposal.tsx';
import { useT } from '../../lib/i18n.ts';
import { Tag } from '../../ui/tag.tsx';

/** The state of a change and, when it is accepted, whether it is in force. */
export const ChangeState = ({
  of: { state, counts, problems },
}: {
  of: Pick<SettingChange, 'state' | 'counts' | 'problems'>;
}) => {
  const t = useT();
  if (state !== 'accepted') return <ProposalState of={{ state }} />;
  if (counts) return <Tag tone="good">{t('settings.inForce')}</Tag>;
  if (problems.length > 0) return <Tag tone="bad">{t('settings.notInForce')}</Tag>;
  return <Tag tone="wait">{t('settings.scheduled')}</Tag>;
};
