import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import { useScale } from '../labels/use-scale.ts';
import type { Bounds } from './quote.ts';
import { useUser } from '../../state/use-user.ts';

/** What the wallet holds and the site takes. */
export const useBounds = (): Bounds => {
  const site = useStore(configStore).site;
  const scale = useScale();
  return {
    available: useUser()?.balance ?? '0',
    min: site?.stakeMin ?? '0',
    max: site?.stakeMax ?? '',
    scale,
  };
};
