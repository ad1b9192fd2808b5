import { statement, type Queryable } from '../core/database/database.ts';
import type { Owner } from '../core/owner.ts';
import { insertInto, type Row } from '../core/database/rows.ts';

/** A note of an operator about a member. */
export type NoteRow = Row<'member_note', 'id' | 'operator_id' | 'text' | 'at'>;

const newNote = insertInto('member_note', ['shard', 'member_id', 'id', 'operator_id', 'text', 'at']);
const insert = statement('member-note-insert', newNote.text);

export const insertNote = async (db: Queryable, { shard, memberId }: Owner, note: NoteRow): Promise<void> => {
  await db.query(insert(newNote.values({ shard, member_id: memberId, ...note })));
};

/** Maximum of notes in an answer. */
const listedMax = 200;

const ofMember = statement(
  'member-notes',
  `select id, operator_id, text, at from member_note where shard = $1 and member_id = $2 order by id desc limit ${listedMax}`,
);

/** The notes about a member, newest first. */
export const notesOf = async (db: Queryable, { shard, memberId }: Owner): Promise<NoteRow[]> =>
  (await db.query<NoteRow>(ofMember([shard, memberId]))).rows;
