import type { Recharge, RechargeState } from '@touchline/contract/shapes/cashier';
import { useT } from '../../lib/i18n.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useSayChanges } from '../../ui/aloud.tsx';

const looks = {
  created: { icon: 'clock', tone: 'amber' },
  awaiting: { icon: 'clock', tone: 'amber' },
  credited: { icon: 'check', tone: 'pitch' },
  expired: { icon: 'clock', tone: 'quiet' },
  rejected: { icon: 'cross', tone: 'red' },
} as const satisfies Record<RechargeState, { icon: IconName; tone: 'quiet' | 'pitch' | 'red' | 'amber' }>;

/** The state of a recharge by icon, word and colour; what the member cancelled is no one's refusal. Said aloud when it moves. */
export const RechargeTag = ({ recharge }: { recharge: Pick<Recharge, 'state' | 'reason'> }) => {
  const t = useT();
  const { state, reason } = recharge;
  const isCancelled = state === 'rejected' && reason === 'cancelled';
  const { icon, tone } = looks[state];
  const text = isCancelled ? t('cashier.cancelled') : t(`cashier.recharge.${state}`);
  useSayChanges(text);
  return (
    <Tag tone={isCancelled ? 'quiet' : tone}>
      <Icon name={icon} size="small" />
      {text}
    </Tag>
  );
};
