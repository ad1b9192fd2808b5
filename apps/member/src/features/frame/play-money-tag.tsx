import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { Tag } from '../../ui/tag.tsx';
import { useT } from '../../lib/i18n.tsx';

/** Says that nothing here is real money; absent on sites licensed for it. */
export const PlayMoneyTag = () => {
  const t = useT();
  const site = useStore(configStore).site;
  return site?.mode === 'real' ? null : <Tag tone="amber">{t('shell.playMoney')}</Tag>;
};
