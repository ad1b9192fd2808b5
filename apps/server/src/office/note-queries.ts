import { query, type Queryable } from '../core/database/database.ts';
import type { Owner } from '../core/owner.ts';
import { insertInto, type Row } from '../core/database/rows.ts';

/** A note of an operator about a member. */
export type NoteRow = Row<'member_note', 'id' | 'operator_id' | 'text' | 'at'>;

const newNote = insertInto('member_note', ['shard', 'member_id', 'id', 'operator_id', 'text', 'at']);
const insert = query.exec('member-note-insert', newNote.text);

export const insertNote = async (db: Queryable, { shard, memberId }: Owner, note: NoteRow): Promise<void> => {
  await insert(db, newNote.values({ shard, member_id: memberId, ...note }));
};

/** Maximum of notes in an answer. */
const listedMax = 200;

const ofMember = query.many<NoteRow>(
  'member-notes',
  `select id, operator_id, text, at from member_note where shard = $1 and member_id = $2 order by id desc limit ${listedMax}`,
);

/** The notes about a member, newest first. */
export const notesOf = (db: Queryable, { shard, memberId }: Owner): Promise<NoteRow[]> =>
  ofMember(db, [shard, memberId]);
