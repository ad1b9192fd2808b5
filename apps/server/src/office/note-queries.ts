import { statement, type Queryable } from '../platform/database.ts';
import type { Row } from '../platform/rows.ts';

/** A note of an operator about a member. */
export type NoteRow = Row<'member_note', 'id' | 'operator_id' | 'text' | 'at'>;

const insert = statement(
  'member-note-insert',
  'insert into member_note (shard, member_id, id, operator_id, text, at) values ($1, $2, $3, $4, $5, $6)',
);

export const insertNote = async (
  db: Queryable,
  note: NoteRow & { shard: number; memberId: string },
): Promise<void> => {
  await db.query(insert([note.shard, note.memberId, note.id, note.operator_id, note.text, note.at]));
};

/** Maximum of notes in an answer. */
const listedMax = 200;

const ofMember = statement(
  'member-notes',
  `select id, operator_id, text, at from member_note where shard = $1 and member_id = $2 order by id desc limit ${listedMax}`,
);

/** The notes about a member, newest first. */
export const notesOf = async (
  db: Queryable,
  { shard, memberId }: { shard: number; memberId: string },
): Promise<NoteRow[]> => (await db.query<NoteRow>(ofMember([shard, memberId]))).rows;
