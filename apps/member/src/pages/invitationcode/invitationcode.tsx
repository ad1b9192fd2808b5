import { Link } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import { formatCount, formatSignedMoney } from '@touchline/locales/format';
import { useCall } from '../../lib/query.ts';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { canShare, shareLink } from '../../lib/share-link.ts';
import { copyText } from '../../lib/copy-text.ts';
import { QrPicture } from '../../features/cashier/qr-picture.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { useUser } from '../../lib/user.ts';
import { Actions, Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './invitationcode.module.css';

/** The member's invitation: code, link, and both as a QR code for a friend's camera. */
export const InvitationCodePage = () => {
  const t = useT();
  const { data, error, refetch } = useCall('inviteInfo', {});
  return (
    <Page layout="cards" title={t('nav.invitation')} onRefresh={refetch}>
      {data !== undefined && (data.open ? <Invitation invite={data} /> : <Closed />)}
      {data === undefined && error === null && (
        <Card>
          <div className={styles.card}>
            <Skeleton height={2} />
            <Skeleton height={15} />
            <Skeleton height={3} />
          </div>
        </Card>
      )}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      <Card flush>
        <ListRow icon="book" label={t('nav.teamRules')} to="/pages/teamrules/teamrules" />
      </Card>
    </Page>
  );
};

const Invitation = ({ invite }: { invite: Output<'inviteInfo'> }) => {
  const t = useT();
  const lan = currentLan();
  const site = useStore(configStore).site?.name ?? 'Touchline';
  const currency = useUser()?.currency ?? '';
  const { code, link, qr, people, bonus } = invite;
  const share = async (): Promise<void> => {
    await shareLink({ title: site, text: t('team.shareText', { site, code }), url: link });
  };
  return (
    <>
      <Card>
        <div className={styles.card}>
          <p className={styles.words}>{t('team.yourCode')}</p>
          <p className={styles.code} translate="no">
            <bdi dir="ltr">{code}</bdi>
          </p>
          <QrPicture text={qr} label={t('team.qrLabel')} />
          <p className={styles.words}>{t('team.scanHint')}</p>
          <CopyBox label={t('team.link')} text={link} />
          <Actions>
            <Button tone="quiet" onClick={() => void copyText(code)}>
              {t('team.copyCode')}
            </Button>
            <Button onClick={() => void share()}>{canShare() ? t('team.share') : t('team.copyLink')}</Button>
          </Actions>
        </div>
      </Card>
      <Card>
        <div className={styles.card}>
          <Facts>
            <Fact label={t('team.totalPeople')}>{formatCount(people, { lan })}</Fact>
            <Fact label={t('team.received')}>{formatSignedMoney(bonus, { lan, currency })}</Fact>
          </Facts>
        </div>
      </Card>
      <p className={styles.words}>{t('team.inviteLaw')}</p>
    </>
  );
};

/** Inviting is closed during a break. */
const Closed = () => {
  const t = useT();
  return (
    <EmptyState icon="lock" title={t('team.closed')} hint={t('team.closedHint')}>
      <Link to="/pages/information/play" search={{}} className={buttonClass('quiet')}>
        {t('nav.play')}
      </Link>
    </EmptyState>
  );
};
