/** A small file as strangers send them, and what is to be read of it. */
export type HostileFile = {
  name: string;
  feed: 'openfootball' | 'results-csv' | 'odds-csv';
  bytes: Uint8Array;
  options?: { competition?: string; zone?: string } | undefined;
  /** A line for each match, question (`?`) and problem (`!`). */
  answer: readonly string[];
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, isBig = false): Uint8Array =>
  Uint8Array.from(
    Array.from(text).flatMap((letter) => {
      const unit = letter.charCodeAt(0);
      return isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8];
    }),
  );

type Fields = Readonly<Record<string, unknown>>;
const game: Fields = {
  round: 'Matchday 1',
  date: '2026-11-29',
  time: '17:00',
  team1: 'FC Bayern München',
  team2: 'RB Leipzig',
};
const seasonOf = (name: string, rows: readonly Fields[]): string =>
  JSON.stringify({ name, matches: rows.map((fields) => ({ ...game, ...fields })) });
const league = (...rows: Fields[]): string => seasonOf('Deutsche Bundesliga 2026/27', rows);

const HEAD = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG';
const ROW = 'D1,29/11/2026,16:00,Bayern Munich,RB Leipzig,,,,';
const table = (...rows: string[]): string => `${[HEAD, ...rows].join('\n')}\n`;
const ODDS = 'Div,Date,Time,HomeTeam,AwayTeam,PSH,PSD,PSA,P>2.5,P<2.5,B365H,B365D,B365A';
const odds = (prices: string): string => `${ODDS}\nD1,29/11/2026,16:00,Bayern Munich,RB Leipzig,${prices}\n`;

const json = (name: string, text: string | Uint8Array, answer: readonly string[]): HostileFile => ({
  name,
  feed: 'openfootball',
  bytes: typeof text === 'string' ? utf8(text) : text,
  answer,
});
const results = (
  name: string,
  text: string | Uint8Array,
  answer: readonly string[],
  options?: HostileFile['options'],
): HostileFile => ({
  name,
  feed: 'results-csv',
  bytes: typeof text === 'string' ? utf8(text) : text,
  options,
  answer,
});
const prices = (name: string, text: string, answer: readonly string[]): HostileFile => ({
  name,
  feed: 'odds-csv',
  bytes: utf8(text),
  answer,
});

const PAIR = 'de.1 de-bayern–de-leipzig';
const vienna = (fields: Fields = {}): string =>
  seasonOf('Austrian Bundesliga 2026/27', [{ team1: 'Sturm Graz', team2: 'Rapid Wien', ...fields }]);
const GRAZ = 'at.1 at-sturm–at-rapid';
const cup = (fields: Fields = {}): string =>
  seasonOf('World Cup 2026', [{ team1: 'Mexico', team2: 'South Africa', ...fields }]);
const further = (country: string, name: string, teams: string): string =>
  `Country,League,Season,Date,Time,Home,Away,HG,AG,Res\n${country},${name},2026/2027,29/11/2026,16:00,${teams},,,\n`;
const plain = (row: string): string => `Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n${row}\n`;

const zones: readonly HostileFile[] = [
  json('local time of a shipped league', league({}), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  json('local time of a made competition', vienna(), [`${GRAZ} 2026-11-29T16:00Z scheduled`]),
  json('local time in summer', vienna({ date: '2026-08-02' }), [`${GRAZ} 2026-08-02T15:00Z scheduled`]),
  json(
    'local time of a competition without a zone',
    seasonOf('No Zone Cup', [{ team1: 'Sturm Graz', team2: 'Rapid Wien' }]),
    ['! 1 zone_missing'],
  ),
  json(
    'a day of a competition without a zone',
    seasonOf('No Zone Cup', [{ team1: 'Sturm Graz', team2: 'Rapid Wien', time: undefined }]),
    ['zoneless at-sturm–at-rapid 2026-11-28T10:00Z scheduled'],
  ),
  json(
    'an offset of a competition without a zone',
    seasonOf('No Zone Cup', [{ team1: 'Sturm Graz', team2: 'Rapid Wien', time: '17:00 UTC+1' }]),
    ['zoneless at-sturm–at-rapid 2026-11-29T16:00Z scheduled'],
  ),
  json('a World Cup without offsets', cup(), ['! 1 zone_missing']),
  json('a World Cup with an offset', cup({ date: '2026-06-11', time: '13:00 UTC-6' }), [
    'world-cup mex–rsa 2026-06-11T19:00Z scheduled',
  ]),
  json(
    'a World Cup with a key for the zone',
    cup({ date: '2026-06-11', time: '13:00', timezone: 'America/Mexico_City' }),
    ['world-cup mex–rsa 2026-06-11T19:00Z scheduled'],
  ),
  json('another zone than the league’s', league({ timezone: 'Asia/Kolkata' }), [
    `${PAIR} 2026-11-29T11:30Z scheduled`,
  ]),
  json('an offset as the zone', league({ timezone: '+05:30' }), [`${PAIR} 2026-11-29T11:30Z scheduled`]),
  json('the offset wins over the key', league({ time: '17:00 UTC-3', timezone: 'Asia/Kolkata' }), [
    `${PAIR} 2026-11-29T20:00Z scheduled`,
  ]),
  json('an abbreviation as the zone', league({ timezone: 'IST' }), ['! 1 zone_form']),
  json('a zone that is none', league({ timezone: 'Europe/Atlantis' }), ['! 1 zone_form']),
  json('a number as the zone', league({ timezone: 1 }), ['! 1 zone_form']),
  json('an abbreviation behind the time', league({ time: '17:00 CET' }), ['! 1 time_form']),
  json('an offset no zone has', league({ time: '17:00 UTC+99' }), ['! 1 time_form']),
  json('UTC as Z', league({ time: '17:00Z' }), [`${PAIR} 2026-11-29T17:00Z scheduled`]),
  json('seconds', league({ time: '17:00:00' }), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  json('an offset of half hours', league({ time: '17:00+05:45' }), [`${PAIR} 2026-11-29T11:15Z scheduled`]),
  results('UK time of football-data.co.uk', table(ROW), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  results('another zone by the option', table(ROW), [`${PAIR} 2026-11-29T15:00Z scheduled`], {
    zone: 'Europe/Berlin',
  }),
  results(
    'a table of others without a zone',
    plain('29/11/2026,16:00,Bayern Munich,RB Leipzig,,'),
    ['! 1 zone_missing'],
    { competition: 'de.1' },
  ),
  results(
    'a table of others of a made competition',
    plain('29/11/2026,16:00,Sturm Graz,Rapid Wien,,'),
    [`${GRAZ} 2026-11-29T15:00Z scheduled`],
    { competition: 'at.1' },
  ),
  results(
    'a table of others with a zone',
    plain('29/11/2026,16:00,Bayern Munich,RB Leipzig,,'),
    [`${PAIR} 2026-11-29T14:00Z scheduled`],
    { competition: 'de.1', zone: 'Europe/Kyiv' },
  ),
  results(
    'a day in a table of others',
    plain('29/11/2026,,Bayern Munich,RB Leipzig,,'),
    [`${PAIR} 2026-11-28T23:00Z scheduled`],
    { competition: 'de.1' },
  ),
  results('a table without a competition', plain('29/11/2026,16:00,Bayern Munich,RB Leipzig,,'), [
    '! 1 no_competition',
  ]),
];

const leagues: readonly HostileFile[] = [
  results('the Bundesliga of Austria', further('Austria', 'Bundesliga', 'Sturm Graz,Rapid Wien'), [
    '? Austria: Bundesliga',
  ]),
  results('the Serie A of Brazil', further('Brazil', 'Serie A', 'Flamengo RJ,Palmeiras'), [
    '? Brazil: Serie A',
  ]),
  results('the Premier League of Russia', further('Russia', 'Premier League', 'Arsenal Tula,Zenit'), [
    '? Russia: Premier League',
  ]),
  results('the Bundesliga of Germany', further('Germany', 'Bundesliga', 'Bayern Munich,RB Leipzig'), [
    `${PAIR} 2026-11-29T16:00Z scheduled`,
  ]),
  results(
    'a made competition by country and name',
    further('Austria', 'Austrian Bundesliga', 'Sturm Graz,Rapid Wien'),
    [`${GRAZ} 2026-11-29T16:00Z scheduled`],
  ),
  results(
    'a column and an option',
    further('Brazil', 'Serie A', 'Flamengo RJ,Palmeiras'),
    ['! 0 competition_twice'],
    { competition: 'br.1' },
  ),
  results('a division and an option', table(ROW), ['! 0 competition_twice'], { competition: 'de.1' }),
  results('a country without a league', further('Austria', '', 'Sturm Graz,Rapid Wien'), [
    '! 1 no_competition',
  ]),
  results(
    'two leagues with the same teams on a day',
    'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nD1,29/11/2026,Bayern Munich,RB Leipzig,1,0\nW1,29/11/2026,Bayern Munich,RB Leipzig,2,0\n',
    [`${PAIR} 2026-11-29T00:00Z finished 1-0`, '? W1'],
  ),
];

const umlauts = table('D1,29/11/2026,16:00,Bayern München,RB Leipzig,,,,');
const encodings: readonly HostileFile[] = [
  json('a mark of UTF-8', `\uFEFF${league({})}`, [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  json('two marks of UTF-8', `\uFEFF\uFEFF${league({})}`, [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  json('UTF-16', utf16(`\uFEFF${league({})}`), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  json('UTF-16, big end first', utf16(`\uFEFF${league({})}`, true), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  json('UTF-16 without a mark', utf16(league({})), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  json('Latin-1', latin1(league({})), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  json('a cut file', league({}).slice(0, 60), ['! 0 not_json']),
  json('nothing', '', ['! 0 not_json']),
  json('a mark alone', '\uFEFF', ['! 0 not_json']),
  json('zeros', new Uint8Array(32), ['! 0 not_text']),
  json('lost letters', league({ team1: 'FC Bayern M\uFFFDnchen' }), ['! 1 letters_lost']),
  results('a mark of UTF-8 before a table', `\uFEFF${umlauts}`, [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  results('a table in UTF-16', utf16(`\uFEFF${umlauts}`), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  results('a table in UTF-16, big end first', utf16(`\uFEFF${umlauts}`, true), [
    `${PAIR} 2026-11-29T16:00Z scheduled`,
  ]),
  results('a table in UTF-16 without a mark', utf16(umlauts), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  results('a table in Latin-1', latin1(umlauts), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  results('lost letters in a table', umlauts.replace('ü', '\uFFFD'), ['! 1 letters_lost']),
  results('a spreadsheet', latin1('PK\u0003\u0004\u0014\u0000'), ['! 0 not_text']),
  results('an older spreadsheet', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), ['! 0 not_text']),
  results('an empty table', '', ['! 0 file_empty']),
];

const german = (text: string): string => text.replaceAll(',', ';');
const separators: readonly HostileFile[] = [
  results('semicolons', german(table(ROW)), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  results('tabs', table(ROW).replaceAll(',', '\t'), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  results('a line that names the separator', `sep=;\r\n${german(table(ROW))}`, [
    `${PAIR} 2026-11-29T16:00Z scheduled`,
  ]),
  results('commas within cells of semicolons', german(table(ROW)).replace('RB Leipzig', 'RB, Leipzig'), [
    `${PAIR} 2026-11-29T16:00Z scheduled`,
  ]),
  results('points in a day', german(table(ROW)).replace('29/11/2026', '29.11.2026'), [
    `${PAIR} 2026-11-29T16:00Z scheduled`,
  ]),
  results('hyphens in a day', table(ROW).replace('29/11/2026', '29-11-2026'), [
    `${PAIR} 2026-11-29T16:00Z scheduled`,
  ]),
  results('a month before the day', table(ROW).replace('29/11/2026', '11/29/2026'), ['! 1 date_none']),
  results('a day as the number of a spreadsheet', table(ROW).replace('29/11/2026', '46355'), [
    '! 1 date_form',
  ]),
  results('an open quote', table(ROW).replace('Bayern', '"Bayern'), ['! 0 quote']),
  results('bars', table(ROW).replaceAll(',', '|'), ['! 0 column_missing']),
  results('old line ends', table(ROW).replaceAll('\n', '\r'), [`${PAIR} 2026-11-29T16:00Z scheduled`]),
  prices(
    'prices of a German spreadsheet',
    german(odds('1.5,4.8,6,1.5,2.6,,,'))
      .replaceAll('.', ',')
      .replaceAll('>2,5', '>2.5')
      .replaceAll('<2,5', '<2.5'),
    [`${PAIR} 2026-11-29T16:00Z scheduled priced`],
  ),
];

const priced = `${PAIR} 2026-11-29T16:00Z scheduled priced`;

/** A file of one match with a cell that holds no price of a bookmaker, and is named as wrong. */
const wrongPrice = (cell: string): HostileFile =>
  prices(`the price ${cell} of one bookmaker`, odds(`1.5,4.8,6,1.5,2.6,${cell},4.5,6`), [
    priced,
    '! 1 price_form',
  ]);

/** A file of one match in which a bookmaker has no price, in one of the ways to write that. */
const noPrice = (cell: string): HostileFile =>
  prices(`no price of one bookmaker, as ${JSON.stringify(cell)}`, odds(`1.5,4.8,6,1.5,2.6,"${cell}",4.5,6`), [
    priced,
  ]);

const cells: readonly HostileFile[] = [
  prices('good prices', odds('1.5,4.8,6,1.5,2.6,1.5,4.5,6'), [priced]),
  wrongPrice('1'),
  wrongPrice('x'),
  wrongPrice('#REF!'),
  wrongPrice('-110'),
  wrongPrice('5000'),
  wrongPrice('1.0'),
  wrongPrice('1/2'),
  wrongPrice('-1.5'),
  noPrice(''),
  noPrice('0'),
  noPrice('0.00'),
  noPrice('0,00'),
  noPrice('-'),
  noPrice('–'),
  noPrice('NA'),
  noPrice('n/a'),
  noPrice('#N/A'),
  noPrice('NaN'),
  results('a score with a point', table(ROW.replace(',,,,', ',2.0,1,,')), ['! 1 score_form']),
  results('a half time above the end', table(ROW.replace(',,,,', ',1,0,2,0')), ['! 1 half_time_above']),
  results('half a score', table(ROW.replace(',,,,', ',2,,,')), ['! 1 score_form']),
  results('a short row', table(ROW, 'D1,29/11/2026'), [`${PAIR} 2026-11-29T16:00Z scheduled`, '! 2 cells']),
];

const states: readonly HostileFile[] = [
  ...(
    [
      ['POSTPONED', 'postponed'],
      ['Postponed', 'postponed'],
      [' abandoned ', 'abandoned'],
      ['Suspended', 'abandoned'],
      ['CANCELED', 'cancelled'],
      ['Annulled', 'cancelled'],
    ] as const
  ).map(([status, means]) =>
    json(`the state ${JSON.stringify(status)}`, league({ status }), [`${PAIR} 2026-11-29T16:00Z ${means}`]),
  ),
  json('an award in capitals', league({ status: 'AWARDED', score: { ft: [0, 3] } }), [
    `${PAIR} 2026-11-29T16:00Z awarded`,
  ]),
  json('an award without a score', league({ status: 'awarded' }), ['! 1 award_without']),
  json('an unknown state', league({ status: 'verlegt' }), ['! 1 status_unknown']),
  json('a number as the state', league({ status: 3 }), ['! 1 status_unknown']),
];

const played: Fields = { score: { ht: [1, 0], ft: [1, 1] } };
const replayed: Fields = { date: '2026-12-02' };
const first = `${PAIR} 2026-11-29T16:00Z`;
const second = `${PAIR} 2026-12-02T16:00Z`;
const repeats: readonly HostileFile[] = [
  json('abandoned, and to be replayed', league({ status: 'ABANDONED' }, replayed), [
    `${first} abandoned`,
    `${second} scheduled`,
  ]),
  json('abandoned, and replayed', league({ status: 'abandoned' }, { ...replayed, ...played }), [
    `${first} abandoned`,
    `${second} finished 1-1`,
  ]),
  json('drawn, and to be replayed', league(played, replayed), [
    `${first} finished 1-1`,
    `${second} scheduled`,
  ]),
  json('drawn and replayed', league(played, { ...replayed, ...played }), [
    `${first} finished 1-1`,
    `${second} finished 1-1`,
  ]),
  json('postponed to a new day', league({ status: 'postponed' }, replayed), [
    `${second} scheduled`,
    '! 1 repeated',
  ]),
  json('a new day, and postponed', league(replayed, { status: 'postponed' }), [
    `${second} scheduled`,
    '! 2 repeated',
  ]),
  json('an old row, and the result of another day', league({}, { ...replayed, ...played }), [
    `${second} finished 1-1`,
    '! 1 repeated',
  ]),
  json('an old row and the result', league({}, played), [`${first} finished 1-1`, '! 1 repeated']),
  json('the same row twice', league({}, {}), [`${first} scheduled`, '! 2 repeated']),
  json('two days to come', league({}, replayed), [`${first} scheduled`, '! 2 repeated']),
  json('two times of a day', league({}, { time: '18:00' }), [
    '! 1 repeated_otherwise',
    '! 2 repeated_otherwise',
  ]),
  json('two results of a day', league(played, { score: { ft: [2, 1] } }), [
    '! 1 repeated_otherwise',
    '! 2 repeated_otherwise',
  ]),
  json('two rounds', league({}, { ...replayed, round: 'Matchday 2' }), [
    `${first} scheduled`,
    `${second} scheduled`,
  ]),
  results('a result below its fixture', table(ROW, ROW.replace(',,,,', ',1,1,1,0')), [
    `${first} finished 1-1`,
    '! 1 repeated',
  ]),
  results('a replay in a table', table(ROW.replace(',,,,', ',1,1,1,0'), ROW.replace('29/11', '02/12')), [
    `${first} finished 1-1`,
    `${second} scheduled`,
  ]),
];

const santiago = (time?: string): string =>
  league({ date: '2027-09-05', time, timezone: 'America/Santiago' });
const midnights: readonly HostileFile[] = [
  json('a day whose midnight is skipped', santiago(), [`${PAIR} 2027-09-05T04:00Z scheduled`]),
  json('a time that is skipped', santiago('00:30'), [`${PAIR} 2027-09-05T04:00Z scheduled`]),
  json('the first time behind it', santiago('01:00'), [`${PAIR} 2027-09-05T04:00Z scheduled`]),
  json(
    'a skipped midnight in the east',
    league({ date: '2024-04-26', time: undefined, timezone: 'Africa/Cairo' }),
    [`${PAIR} 2024-04-25T22:00Z scheduled`],
  ),
  json(
    'a midnight that comes twice',
    league({ date: '2026-11-01', time: undefined, timezone: 'America/Havana' }),
    [`${PAIR} 2026-11-01T04:00Z scheduled`],
  ),
  json('a time that comes twice', league({ date: '2026-10-25', time: '02:30' }), [
    `${PAIR} 2026-10-25T00:30Z scheduled`,
  ]),
  json('a day that does not exist', league({ date: '2026-02-29' }), ['! 1 date_none']),
  json('an hour that does not exist', league({ time: '24:00' }), ['! 1 time_form']),
];

/** Files by the kinds of faults that other projects know. */
export const hostileFiles = new Map([
  ['time zones', zones],
  ['leagues of the same name', leagues],
  ['encodings', encodings],
  ['separators', separators],
  ['single cells', cells],
  ['states', states],
  ['repeated matches', repeats],
  ['midnights', midnights],
]);
