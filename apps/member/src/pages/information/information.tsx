import { competitionName } from '@touchline/locales/competition-names';
import { formatLongDate } from '@touchline/locales/format-time';
import type { User } from '@touchline/contract/shapes/user';
import { localeOf } from '@touchline/locales/locales';
import { oddsFormats } from '@touchline/money/odds-display';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { refreshUser } from '../../lib/query.ts';
import { WalletHead } from '../../features/cashier/wallet-head.tsx';
import { InstallRow } from '../../features/install/install-row.tsx';
import { deviceTimeZone } from '../../features/labels/time.tsx';
import { oddsFormatStore, oddsText } from '../../features/labels/odds-text.ts';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { configStore } from '../../lib/config.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { PlayMoneyTag } from '../../features/frame/wordmark.tsx';
import { Page } from '../../features/frame/page.tsx';
import { chooseTheme } from '../../lib/theme.ts';
import { useStore } from '../../lib/use-store.ts';
import { signOut, useUser } from '../../lib/user.ts';
import { Card } from '../../ui/card.tsx';
import { ChoiceRows } from '../../ui/choice-rows.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './information.module.css';

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

/** What the member is called, and since when. */
const AccountHead = ({ user }: { user: User }) => {
  const t = useT();
  const since = formatLongDate(user.registeredAt, { lan: currentLan(), timeZone: deviceTimeZone() });
  const name = user.nickname ?? user.account;
  return (
    <div className={styles.head}>
      <span className={styles.initial} aria-hidden="true">
        {Array.from(name)[0]?.toLocaleUpperCase()}
      </span>
      <div className={styles.names}>
        <p className={styles.account} translate="no">
          <bdi>{name}</bdi>
        </p>
        {user.registeredAt !== '' && <p className={styles.since}>{t('mine.since', { date: since })}</p>}
      </div>
    </div>
  );
};

/** Language, odds and appearance on this device. */
const SettingsCard = () => {
  const t = useT();
  const { theme } = useStore(configStore);
  return (
    <Card flush>
      <ListRow icon="globe" label={t('nav.lang')} value={localeOf(currentLan()).name} to="/pages/lang/lang" />
      <OddsRow />
      <ListRow icon="moon" label={t('theme.title')} />
      <div className={styles.choice}>
        <Segmented
          label={t('theme.title')}
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: 'system', label: t('theme.system') },
            { value: 'dark', label: t('theme.dark') },
            { value: 'light', label: t('theme.light') },
          ]}
        />
      </div>
    </Card>
  );
};

/** A favourite's and an outsider's price, to see what a way of writing does to them. */
const examples = ['1.80', '2.35'] as const;

/** How prices are written, with the sheet to choose it. */
const OddsRow = () => {
  const t = useT();
  const chosen = useStore(oddsFormatStore);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListRow
        icon="chart"
        label={t('odds.title')}
        value={t(`odds.${chosen}`)}
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('odds.title')}>
        <ChoiceRows
          label={t('odds.title')}
          options={oddsFormats.map((format) => ({
            value: format,
            label: t(`odds.${format}`),
            aside: examples.map((odds) => (
              <bdi key={odds} dir="ltr" className={`figures ${styles.example}`}>
                {oddsText(odds, format)}
              </bdi>
            )),
          }))}
          value={chosen}
          onChange={oddsFormatStore.write}
        />
      </Sheet>
    </>
  );
};

/** What is played for here and whether the matches are recordings, in plain words. */
const SiteNote = () => {
  const t = useT();
  const site = useStore(configStore).site;
  const play = site?.mode !== 'real';
  return (
    <>
      {play && (
        <Card>
          <div className={styles.note}>
            <span className={styles.icon}>
              <Icon name="info" />
            </span>
            <div className={styles.text}>
              <h2 className={styles.title}>{t('mine.playTitle')}</h2>
              <p>{t('mine.playText')}</p>
              {site?.replay && (
                <p>{t('mine.replayText', { name: competitionName(site.replay, currentLan()) })}</p>
              )}
            </div>
          </div>
        </Card>
      )}
      {site && (
        <p className={styles.version}>
          {site.licence &&
            `${t('mine.licence', { holder: site.licence.holder, number: site.licence.number })} · `}
          <bdi>
            {site.name} {site.version} ({site.versionCode})
          </bdi>
        </p>
      )}
    </>
  );
};
