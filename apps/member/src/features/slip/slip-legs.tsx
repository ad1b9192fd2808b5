import { useT } from '../../shell/i18n.tsx';
import { idOf } from './pick.ts';
import { targetOf } from './slip-facts.ts';
import { SlipLeg } from './slip-leg.tsx';
import { dispatchSlip } from './slip-store.ts';
import type { SlipState } from './slip-types.ts';
import type { SlipView } from './slip-view.ts';

type Props = { slip: SlipState; view: SlipView; scale: number; onStake: () => void };

/** All selections of a slip of several. */
export const SlipLegs = ({ slip, view, scale, onStake }: Props) => {
  const t = useT();
  const target = targetOf(slip);
  return (
    <ul aria-label={t('slip.selections')}>
      {slip.items.map((item) => {
        const id = idOf(item.pick);
        return (
          <SlipLeg
            key={id}
            item={item}
            bet={
              view.tab === 'single'
                ? view.bets.find(({ of }) => typeof of !== 'string' && of.single === id)
                : undefined
            }
            isConflict={view.conflicts.has(id)}
            isTarget={slip.same || target === id}
            isSending={view.isSending}
            scale={scale}
            onStake={() => {
              dispatchSlip({ type: 'target', id });
              onStake();
            }}
          />
        );
      })}
    </ul>
  );
};
