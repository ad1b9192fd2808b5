import { useState } from 'react';
import { call } from '../../api/call.ts';
import { refreshUser } from '../../api/query.ts';
import { WalletHead } from '../../features/cashier/wallet-head.tsx';
import { InstallRow } from '../../features/install/install-row.tsx';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { useT } from '../../state/i18n.tsx';
import { PlayMoneyTag } from '../../frame/play-money-tag.tsx';
import { Page } from '../../frame/page.tsx';
import { signOut } from '../../state/user.ts';
import { useUser } from '../../state/use-user.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { AccountHead } from './account-head.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SiteNote } from './site-note.tsx';

/** The Mine tab: who is signed in, what is in the wallet, the device's settings, and the way out. */
export const InformationPage = () => {
  const t = useT();
  const user = useUser();
  const restriction = useRestriction();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);

  const leave = async (): Promise<void> => {
    setLeaving(true);
    // Signing out here must work even when the server cannot be reached.
    await call('logout', {}, { quiet: true }).catch(() => undefined);
    signOut();
  };

  if (!user) return null;
  return (
    <Page layout="cards" title={t('nav.mine')} tab="mine" onRefresh={refreshUser}>
      <AccountHead user={user} />
      <WalletHead actions tag={<PlayMoneyTag />} />
      <Card flush>
        <ListRow icon="clock" label={t('nav.investment')} to="/pages/investment/investment" />
        <ListRow icon="chart" label={t('nav.statistics')} to="/pages/information/statistics" />
        <ListRow icon="ball" label={t('nav.eventRecord')} to="/pages/invest/eventrecord" />
        <ListRow icon="wallet" label={t('nav.traderecord')} to="/pages/traderecord/traderecord" />
        <ListRow icon="bank" label={t('nav.bank')} to="/pages/information/bank" />
        <ListRow icon="check" label={t('proof.title')} to="/pages/information/proofs" />
      </Card>
      <Card flush>
        <ListRow icon="person" label={t('nav.editinfo')} to="/pages/information/editinfo" />
        <ListRow icon="lock" label={t('nav.security')} to="/pages/information/security" />
        <ListRow icon="bell" label={t('nav.notify')} to="/pages/notify/notify" />
        <ListRow icon="shield" label={t('nav.play')} to="/pages/information/play" />
      </Card>
      <Card flush>
        <ListRow icon="medal" label={t('rewards.levels')} to="/pages/information/levels" />
        {restriction === undefined && (
          <>
            <ListRow icon="calendar" label={t('rewards.checkIn')} to="/pages/checkin/checkin" />
            <ListRow icon="team" label={t('nav.teamInfo')} to="/pages/information/team" />
          </>
        )}
      </Card>
      <SettingsCard />
      <InstallRow />
      <Card flush>
        <ListRow icon="info" label={t('nav.help')} to="/pages/help/help" />
        <ListRow icon="book" label={t('nav.rules')} to="/pages/rules/rules" />
        <ListRow icon="records" label={t('nav.terms')} to="/pages/terms/terms" />
        <ListRow icon="bank" label={t('nav.companyprofile')} to="/pages/companyprofile/companyprofile" />
      </Card>
      <SiteNote />
      <Card flush>
        <ListRow icon="exit" label={t('mine.signOut')} tone="danger" onClick={() => setAsking(true)} />
      </Card>
      <ConfirmSheet
        open={asking}
        title={t('mine.signOutTitle')}
        text={t('mine.signOutText')}
        confirm={t('mine.signOut')}
        danger
        busy={leaving}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      />
    </Page>
  );
};
