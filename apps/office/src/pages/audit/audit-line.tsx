import { Table } from '@mantine/core';
import type { AuditLine } from '@touchline/contract/shapes/office';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './audit.module.css';
import { readDetail, valueText } from './detail-text.ts';
import { useAuditWords } from './words.ts';

/** Words, and next to them the code that the log has and the search finds. */
const Coded = ({ words, code }: { words: string; code: string | undefined }) => (
  <>
    {words}
    {code !== undefined && <code className={styles.code}>{code}</code>}
  </>
);

/** All that one line of the log says: who, what, before and after, why, and its place in the chain. */
export const AuditLineDetail = ({ of }: { of: AuditLine }) => {
  const t = useT();
  const { atSecond } = useFormats();
  const { why, changes, others } = readDetail(of.detail);
  const words = useAuditWords();
  const whyWords = why === undefined ? undefined : words.why(of, why);
  const textOf = (name: string, value: unknown): string =>
    words.value(name, value) ?? valueText(value, atSecond);
  const both = changes.some(({ before }) => before !== undefined);
  return (
    <>
      <Facts
        of={[
          [t('column.at'), atSecond(of.at)],
          [t('audit.operator'), of.operator?.account ?? '–'],
          [t('audit.action'), t(`auditAction.${of.action}`)],
          [t('audit.why'), whyWords === undefined ? why : <Coded key={why} words={whyWords} code={why} />],
          [t('column.member'), of.member && <MemberLink of={of.member} />],
          [t('audit.address'), of.address || undefined],
        ]}
      />
      {changes.length > 0 && (
        <Section title={t(both ? 'audit.changes' : 'audit.values')}>
          <Table className={styles.changes} withRowBorders={false}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('audit.field')}</Table.Th>
                {both && <Table.Th scope="col">{t('audit.before')}</Table.Th>}
                <Table.Th scope="col">{t('audit.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ name, before, after }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">
                    <Coded words={words.name(name)} code={words.code(name)} />
                  </Table.Th>
                  {both && <Table.Td>{textOf(name, before)}</Table.Td>}
                  <Table.Td>{textOf(name, after)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      )}
      {others.length > 0 && (
        <Section title={t('audit.detail')}>
          <Facts of={others.map(([name, value]) => [words.name(name), textOf(name, value)])} />
        </Section>
      )}
      <Section title={t('audit.chain')}>
        <Facts
          of={[
            [t('audit.about'), `${t(`auditSubject.${of.subject.kind}`)} ${of.subject.id}`],
            [t('audit.seq'), of.seq ?? t('audit.notSealed')],
            [t('audit.hash'), of.hash && <code className={styles.hash}>{of.hash}</code>],
          ]}
        />
      </Section>
    </>
  );
};
