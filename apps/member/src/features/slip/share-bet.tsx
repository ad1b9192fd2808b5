import { configStore } from '../../lib/config.ts';
import { translate as t, useT } from '../../lib/i18n.tsx';
import { shareLink } from '../../lib/share-link.ts';
import { type SharedBet, writeShared } from './shared-bet.ts';

/** The address that fills the slip when it is opened, also after a sign-in. */
const addressOf = (bet: SharedBet): string => {
  const query = new URLSearchParams({ bet: writeShared(bet) });
  return `${location.origin}${location.pathname}#/pages/invest/invest?${query.toString()}`;
};

type Props = { bet: SharedBet; className?: string | undefined };

/** Shares the selections of a bet as a link. */
export const ShareBet = ({ bet, className }: Props) => {
  const label = useT()('slip.share');
  const share = (): void => {
    const title = configStore.read().site?.name ?? 'Touchline';
    void shareLink({ title, text: t('slip.shareText', { site: title }), url: addressOf(bet) });
  };
  return (
    <button type="button" className={className} onClick={share}>
      {label}
    </button>
  );
};
