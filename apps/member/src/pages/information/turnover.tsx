import { useT } from '../../shell/i18n.tsx';
import { Page } from '../../shell/page.tsx';

/** To come. */
export const TurnoverPage = () => {
  const t = useT();
  return <Page title={t('nav.turnover')}>{null}</Page>;
};
