import { memo } from 'react';
import type { TeamMember } from '@touchline/contract/shapes/team';
import { formatCount, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatLongDateTime } from '@touchline/locales/format-time';
import { deviceTimeZone } from '../../features/labels/kick-off.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { LabelledFigure } from '../../ui/labelled-figure.tsx';
import { Card } from '../../ui/card.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './myteam.module.css';

/** Someone of the team: who, since when, and what it brought. Never their bets. */
export const MemberCard = memo(function MemberCard({ member }: { member: TeamMember }) {
  const t = useT();
  const lan = currentLan();
  const { nickname, phone, recharge, income, bonus, registeredAt, memberLevel, teamLevel, number, sessions } =
    member;
  return (
    <Card>
      <article className={styles.member}>
        <div className={styles.head}>
          <h2 className={styles.name}>
            <bdi>{nickname}</bdi>
          </h2>
          <span className={styles.tags}>
            <Tag>{t('team.vip', { level: memberLevel })}</Tag>
            <Tag>{t('team.teamLevel', { level: teamLevel })}</Tag>
          </span>
          <p className={styles.note}>
            {phone !== '' && (
              <bdi dir="ltr" className="figures">
                {phone}
              </bdi>
            )}
            <span>
              {t('team.joined', {
                date: formatLongDateTime(registeredAt, { lan, timeZone: deviceTimeZone() }),
              })}
            </span>
          </p>
        </div>
        <dl className={styles.figures}>
          <LabelledFigure label={t('team.recharge')}>{formatMoney(recharge, { lan })}</LabelledFigure>
          <LabelledFigure label={t('team.income')}>{formatSignedMoney(income, { lan })}</LabelledFigure>
          <LabelledFigure label={t('team.bonus')}>{formatSignedMoney(bonus, { lan })}</LabelledFigure>
          <LabelledFigure label={t('team.sessions')}>{formatCount(sessions, { lan })}</LabelledFigure>
          <LabelledFigure label={t('team.friends')}>{formatCount(number, { lan })}</LabelledFigure>
        </dl>
      </article>
    </Card>
  );
});
