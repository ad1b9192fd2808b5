import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showToast } from '../../lib/toasts.ts';
import { translate } from '../../lib/i18n.tsx';
import { fillSlip } from './fill-slip.ts';
import { readShared } from './shared-bet.ts';

/** Fills the slip with the selections that the address of the page names, once; the address then names the page alone. */
export const SharedSlip = ({ text }: { text: string }) => {
  const router = useRouter();
  useEffect(() => {
    const shared = readShared(text);
    const fill = async (): Promise<void> => {
      await router.navigate({ to: '/pages/invest/invest', search: {}, replace: true });
      if (shared === undefined) showToast(translate('slip.noneLeft'));
      else await fillSlip(shared);
    };
    void fill();
  }, [router, text]);
  return null;
};
