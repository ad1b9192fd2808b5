/** What can be wrong with a file or one of its rows, each with the English sentence for logs and the command line. */
const sentences = {
  file_empty: 'the file is empty',
  not_text: 'no text: save it as CSV or JSON',
  letters_lost: 'letters of "{text}" are lost: save the file as UTF-8',
  quote: 'line {line}: a quote is misplaced, or is not closed',
  column_twice: 'column {column} is there twice',
  column_missing: 'column {columns} is missing',
  cells: '{cells} cells where the header has {width}',
  not_json: 'not JSON, or cut short',
  no_matches: 'no list of matches',
  no_match: 'not a match',
  as_told: '{told}',
  no_competition: 'no competition: name one',
  no_date: 'no date',
  date_form: '"{text}" is no date',
  date_none: 'there is no "{text}"',
  time_form: '"{text}" is no time',
  zone_form: '"{text}" is no time zone such as Europe/Vienna',
  zone_missing: '{time} of {match} names no time zone, and {competition} has none',
  competition_twice: 'the file names its competitions ({columns}): name none for it',
  no_home: 'no home team',
  no_away: 'no away team',
  team_itself: '{team} against itself',
  status_unknown: 'unknown status {status}',
  score_form: '{score} is no score',
  score_none: 'the score is none',
  full_time_missing: 'half time without full time',
  award_without: 'awarded without a score',
  half_time_above: '{ht} at half time, {ft} at the end',
  half_time_missing: 'no half-time score where others have one; the result may be an award',
  result_beside: 'result "{letter}" beside {score}',
  result_alone: 'result "{letter}" beside no score',
  line_form: '{column} "{text}" is no line',
  price_form: '{column} "{text}" is no price',
  prices_odds: 'no prices: {odds}',
  prices_line: 'no line of goals: {line}',
  prices_margin: '{odds} add up to {sum}',
  prices_contradiction: 'no score grid is nearer than {fit}',
  repeated: '{match} on {date} also in row {rows}',
  repeated_otherwise: '{match} on {date} also in row {rows}, otherwise',
} as const;

export type ImportFault = keyof typeof sentences;

/** What fills the gaps of the sentence. */
export type FaultValues = Readonly<Record<string, string | number>>;

/** Longest part of a cell that a fault quotes. */
const MOST_LETTERS = 120;

/** The values as texts, long ones cut. */
export function faultValues(values: FaultValues): Record<string, string> {
  const cut = (text: string) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(String(value))]));
}

/** The fault as an English sentence. */
export function faultText(fault: ImportFault, values: Readonly<Record<string, string>>): string {
  return sentences[fault].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
