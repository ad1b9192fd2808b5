import type { Withdrawal, WithdrawalState } from '@touchline/contract/shapes/cashier';
import { useT } from '../../lib/i18n.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useSayChanges } from '../../ui/aloud.tsx';

const looks = {
  in_progress: { icon: 'clock', tone: 'amber' },
  success: { icon: 'check', tone: 'pitch' },
  finished: { icon: 'check', tone: 'quiet' },
  refused: { icon: 'cross', tone: 'red' },
  cancelled: { icon: 'undo', tone: 'quiet' },
} as const satisfies Record<WithdrawalState, { icon: IconName; tone: 'quiet' | 'pitch' | 'red' | 'amber' }>;

/** The state of a withdrawal by icon, word and colour; in progress also where it is. Read aloud when it changes on the server. */
export const WithdrawalTag = ({ withdrawal }: { withdrawal: Pick<Withdrawal, 'state' | 'stage'> }) => {
  const t = useT();
  const { state, stage } = withdrawal;
  const { icon, tone } = looks[state];
  const text =
    state === 'in_progress' && stage !== undefined
      ? t(`cashier.stage.${stage}`)
      : t(`cashier.withdrawal.${state}`);
  useSayChanges(text);
  return (
    <Tag tone={tone}>
      <Icon name={icon} size="small" />
      {text}
    </Tag>
  );
};
