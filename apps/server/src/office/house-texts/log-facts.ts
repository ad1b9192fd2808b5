import { hashedBody, rangeValues, type FactRow, type FactSource } from '../../core/public-log/facts.ts';
import type { Row } from '../../core/database/rows.ts';

type TextRow = Row<'house_text', 'kind' | 'version' | 'valid_from' | 'published_at' | 'tx'> & {
  words: string;
};

/**
 * Every version of what the house adds to rules, terms and privacy. The entry has the hash of the texts in all languages. Its id is
 * `<kind>:<version>`.
 */
export const houseTextFacts: FactSource = {
  name: 'house_text',
  kinds: ['house_text'],
  rowsAtOnce: 100,
  read: async (on, range) => {
    const { rows } = await on.query<TextRow>(
      `select t.tx, t.kind, t.version, t.valid_from, t.published_at, t.texts::text as words from house_text t
       where t.tx >= $1::bigint and t.tx < $2::bigint order by t.tx, t.kind, t.version offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => {
      const fields = {
        text: row.kind,
        time: row.published_at.toISOString(),
        validFrom: row.valid_from.toISOString(),
        version: row.version,
      };
      const id = `${row.kind}:${row.version}`;
      const body = hashedBody('house_text', fields, row.words);
      return { tx: row.tx, facts: [{ kind: 'house_text', id, isPrivate: false, body }] };
    });
  },
  textOf: async (on, id) => {
    const [kind, version] = id.split(':');
    const { rows } = await on.query<{ words: string }>(
      'select texts::text as words from house_text where kind = $1 and version::text = $2',
      [kind, version],
    );
    return rows[0]?.words;
  },
};
