import { Table } from '@mantine/core';
import type { OfficeTeamPlace } from '@touchline/contract/shapes/office-growth';
import { Link } from '@tanstack/react-router';
import { formatCount } from '@touchline/locales/format';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { GenerationMembers, PlaceLink } from './generation-members.tsx';
import { FigureHeads, ScrollBox } from '../../features/growth/tables.tsx';
import styles from '../../features/growth/growth.module.css';

const generations = ['1', '2', '3'] as const;

/** A member between those above and those below. */
export const TeamPlace = ({ member }: { member: string }) => {
  const t = useT();
  const search = usePageSearch();
  const found = useCall('officeTeamDetail', { member });
  if (found.isError) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton lines={10} />;
  const place = found.data;
  const chosen = choiceOf(search['generation'], generations);
  const generation = chosen ?? String(place.generations.find(({ people }) => people > 0)?.generation ?? 1);
  return (
    <>
      <Trail place={place} />
      <PlaceFacts of={place} />
      <Section title={t('team.below')}>
        <Generations of={place} chosen={Number(generation)} />
        {place.people > 0 && <GenerationMembers member={member} generation={Number(generation)} />}
      </Section>
      <Section title={t('team.conditions', { version: place.rulesVersion })}>
        <Conditions of={place} />
      </Section>
      <Section title={t('team.flags')}>
        <Flags of={place} />
      </Section>
    </>
  );
};

/** The way from the top to the member. */
const Trail = ({ place }: { place: OfficeTeamPlace }) => {
  const t = useT();
  if (place.upline.length === 0) return <p className={styles.hint}>{t('team.noUpline')}</p>;
  return (
    <ol className={styles.trail} aria-label={t('team.upline')}>
      {place.upline.toReversed().map(({ generation, member }) => (
        <li key={generation}>
          <PlaceLink of={member} />
        </li>
      ))}
      <li>
        <strong>{place.member.account}</strong>
      </li>
    </ol>
  );
};

const PlaceFacts = ({ of }: { of: OfficeTeamPlace }) => {
  const t = useT();
  const { day, money, signed, currency } = useFormats();
  return (
    <Facts
      of={[
        [t('column.member'), of.member.account],
        [t('member.registered'), day(of.registeredAt)],
        [t('team.level'), of.level],
        [
          t('team.standing'),
          of.restricted ? (
            <Tag key="standing" tone="bad">
              {t('team.restricted')}
            </Tag>
          ) : undefined,
        ],
        [t('team.recharged', { currency }), money(of.recharge)],
        [t('team.revenue', { currency }), signed(of.revenue)],
      ]}
    />
  );
};

const Generations = ({ of, chosen }: { of: OfficeTeamPlace; chosen: number }) => {
  const t = useT();
  const { money, signed, currency } = useFormats();
  const search = usePageSearch();
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  const bets = of.generations.reduce((sum, { sessions }) => sum + sessions, 0);
  return (
    <ScrollBox label={t('team.below')}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('team.generationHead')}</Table.Th>
            <FigureHeads
              of={[
                t('team.people'),
                t('team.recharged', { currency }),
                t('team.bets'),
                t('team.rate'),
                t('team.revenue', { currency }),
              ]}
            />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.generations.map((one) => (
            <Table.Tr key={one.generation} aria-current={one.generation === chosen && of.people > 0}>
              <Table.Th scope="row">
                <Link
                  to="."
                  search={{ ...search, generation: String(one.generation), below: '' }}
                  className={styles.link}
                  aria-label={t('team.generation', { generation: one.generation })}
                >
                  {one.generation}
                </Link>
              </Table.Th>
              <Table.Td data-align="end">{count(one.people)}</Table.Td>
              <Table.Td data-align="end">{money(one.recharge)}</Table.Td>
              <Table.Td data-align="end">{count(one.sessions)}</Table.Td>
              <Table.Td data-align="end">{one.rate}%</Table.Td>
              <Table.Td data-align="end">{signed(one.revenue)}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr className={styles.sum}>
            <Table.Th scope="row">{t('team.all')}</Table.Th>
            <Table.Td data-align="end">{count(of.people)}</Table.Td>
            <Table.Td data-align="end">{money(of.recharge)}</Table.Td>
            <Table.Td data-align="end">{count(bets)}</Table.Td>
            <Table.Td data-align="end">–</Table.Td>
            <Table.Td data-align="end">{signed(of.revenue)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
};

const Flags = ({ of }: { of: OfficeTeamPlace }) => {
  const t = useT();
  if (of.flags.length === 0) return <p className={styles.hint}>{t('team.noFlags')}</p>;
  return (
    <ul className={styles.stack}>
      {of.flags.map((flag) => (
        <li key={flag.id} className={styles.row}>
          <Tag tone={flag.state === 'cleared' ? 'good' : flag.state === 'open' ? 'wait' : 'bad'}>
            {t(`flagState.${flag.state}`)}
          </Tag>
          <span>
            {t('team.flagOf', { member: flag.member.account, leader: flag.leader.account })} ·{' '}
            {t(`flagReason.${flag.reason}`)}
          </span>
          <Link
            to="/flags"
            search={{ state: flag.state === 'open' ? '' : flag.state, member: '-', id: flag.id }}
            className={styles.link}
          >
            {t('team.openFlag')}
          </Link>
        </li>
      ))}
    </ul>
  );
};

type Condition = OfficeTeamPlace['levels'][number]['conditions'][number];

/** What each level asks for, and how far the member is. */
const Conditions = ({ of }: { of: OfficeTeamPlace }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  const nameOf = ({ condition, each }: Condition): string =>
    each === undefined
      ? t(`team.condition.${condition}`)
      : t('team.condition.each', { amount: `${money(each)} ${currency}` });
  return (
    <ScrollBox label={t('team.asks')}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('team.level')}</Table.Th>
            <Table.Th scope="col">{t('team.asks')}</Table.Th>
            <Table.Th scope="col" data-align="end">
              {t('team.has')}
            </Table.Th>
            <Table.Th scope="col" data-align="end">
              {t('team.needs')}
            </Table.Th>
            <Table.Th scope="col">{t('column.state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.levels.flatMap(({ level, reached, conditions }) =>
            conditions.length === 0
              ? [
                  <Table.Tr key={level}>
                    <Table.Th scope="row">{level}</Table.Th>
                    <Table.Td colSpan={3}>{t('team.noConditions')}</Table.Td>
                    <Table.Td>
                      <Met is={reached} />
                    </Table.Td>
                  </Table.Tr>,
                ]
              : conditions.map((one, at) => (
                  <Table.Tr key={`${level}-${one.condition}`}>
                    {at === 0 && (
                      <Table.Th scope="row" rowSpan={conditions.length}>
                        {level}
                      </Table.Th>
                    )}
                    <Table.Td data-wraps>{nameOf(one)}</Table.Td>
                    <Table.Td data-align="end">{count(one.have)}</Table.Td>
                    <Table.Td data-align="end">{count(one.needed)}</Table.Td>
                    <Table.Td>
                      <Met is={one.met} />
                    </Table.Td>
                  </Table.Tr>
                )),
          )}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
};

const Met = ({ is }: { is: boolean }) => {
  const t = useT();
  return <Tag tone={is ? 'good' : 'plain'}>{is ? t('team.met') : t('team.notYet')}</Tag>;
};
