import { expect, expectTypeOf, test } from 'vitest';
import {
  allBut,
  columnsOf,
  insertInto,
  insertRows,
  parameters,
  rowParameters,
  unnestOf,
  type Row,
} from './rows.ts';

test('a select list has some columns of a table, or all of them in its order', () => {
  expect(columnsOf('hold', ['id', 'state'])).toBe('id, state');
  expect(columnsOf('hold', ['id', 'state'], 'h')).toBe('h.id, h.state');
  expect(columnsOf('void_rule').split(', ').slice(0, 2)).toEqual(['event_id', 'version']);
  // @ts-expect-error the table has no such column
  expect(columnsOf('hold', ['stake'])).toBe('stake');
});

test('a row may leave out a few columns', () => {
  expect(allBut('chain_block', ['hash'])).toEqual(['network', 'number']);
  expectTypeOf(allBut('chain_block', ['hash'])).toEqualTypeOf<('network' | 'number')[]>();
});

test('an insert numbers its columns and lines the values up with them', () => {
  const link = insertInto('feed_link', ['feed', 'ref', 'event_id']);
  expect(link.text).toBe('insert into feed_link (feed, ref, event_id) values ($1, $2, $3)');
  expect(link.values({ event_id: null, ref: '7', feed: 'api' })).toEqual(['api', '7', null]);
  // @ts-expect-error a column is missing
  expect(link.values({ ref: '7', feed: 'api' })).toEqual(['api', '7', undefined]);
});

test('many rows travel as one array a column, with the types of the table', () => {
  const links = insertRows('feed_link', ['feed', 'event_id']);
  expect(links.text).toBe(
    'insert into feed_link (feed, event_id) select * from unnest($1::text[], $2::uuid[]) as t (feed, event_id)',
  );
  const rows = [
    { feed: 'api', event_id: null },
    { feed: 'file', event_id: 'e' },
  ];
  expect(links.values(rows)).toEqual([
    ['api', 'file'],
    [null, 'e'],
  ]);
  expect(unnestOf('leg', ['n', 'odds_milli'], { from: 3 }).text).toBe(
    'unnest($3::int2[], $4::int4[]) as t (n, odds_milli)',
  );
  // @ts-expect-error a column is missing
  expect(links.values([{ feed: 'api' }])).toEqual([['api'], [undefined]]);
});

test('parameters have numbers and types by their names', () => {
  const { $, values } = parameters({ id: 'uuid', from: 'timestamptz', to: 'timestamptz' });
  expect(`id = ${$('id')} and at < ${$('to')}`).toBe('id = $1::uuid and at < $3::timestamptz');
  expect(values({ to: 3, id: 1, from: 2 })).toEqual([1, 2, 3]);
  // @ts-expect-error there is no such parameter
  expect($('at')).toBe('$undefined::undefined');
});

test('parameters of a row have the types of its table, and others come behind them', () => {
  const { $, row, values } = rowParameters('chain_block', ['network', 'number'], { most: 'int' });
  expect(row).toBe('$1::text, $2::int8');
  expect(`${$('number')} < ${$('most')}`).toBe('$2::int8 < $3::int');
  expect(values({ most: 5, number: 7n, network: 'tron' })).toEqual(['tron', 7n, 5]);
  expect(rowParameters('chain_block', ['hash']).values({ hash: Buffer.of(1) })).toEqual([Buffer.of(1)]);
  // @ts-expect-error a column is missing
  expect(values({ most: 5, network: 'tron' })).toEqual(['tron', undefined, 5]);
  // @ts-expect-error there is no such parameter
  expect($('hash')).toBe('$0::undefined');
});

test('a row has the types that the driver reads, and the values that a check allows', () => {
  expectTypeOf<Row<'hold', 'id' | 'amount' | 'state' | 'opened_at'>>().toEqualTypeOf<{
    id: string;
    amount: bigint;
    state: 'open' | 'posted' | 'released';
    opened_at: Date;
  }>();
  expectTypeOf<Row<'event'>['home_goals']>().toEqualTypeOf<number | null>();
});
