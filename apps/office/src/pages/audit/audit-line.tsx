import type { AuditLine } from '@touchline/contract/shapes/office';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member-link.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './audit.module.css';
import { readDetail, valueText } from './detail-text.ts';
import { useAuditWords } from './words.ts';

/** Words, and beside them the code that the log has and the search finds. */
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
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">{t('audit.field')}</th>
                {both && <th scope="col">{t('audit.before')}</th>}
                <th scope="col">{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">
                    <Coded words={words.name(name)} code={words.code(name)} />
                  </th>
                  {both && <td>{textOf(name, before)}</td>}
                  <td>{textOf(name, after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
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
