import type { TSchema, Static } from 'typebox';
import { Value } from 'typebox/value';
import type { JsonAnswer, JsonClient } from '../asking/get-json.ts';
import type { CallOutcome } from '../asking/pace.ts';
import { ApiFixture, ApiOdds, Envelope } from './schema.ts';

/** A competition in one of its seasons, by the service's numbers: league 39, season 2025. */
export type League = { league: number; season: number };

/** The result of a call: the readable rows, the unreadable ones, and its meaning for the next call. */
export type ApiCall<Row> = {
  outcome: CallOutcome;
  /** Undefined when there is no readable answer. */
  answer?: { rows: Row[]; problems: string[]; at: Date; pages: number };
  /** What went wrong, in words. */
  failure?: string;
};

/** The service takes at most this many fixtures in one call. */
export const IDS_MAX = 20;

/** The calls of API-Football v3 in use. Answers are checked row by row. */
export class ApiFootball {
  readonly #client: JsonClient;

  constructor(client: JsonClient) {
    this.#client = client;
  }

  /** Fixtures with their events, in their present state. @param ids at most 20 */
  byIds(ids: readonly string[]): Promise<ApiCall<ApiFixture>> {
    return this.#call('fixtures', { ids: ids.join('-') }, ApiFixture);
  }

  /** A league's fixtures of some days, yyyy-mm-dd, both included. */
  between({ league, season }: League, from: string, to: string): Promise<ApiCall<ApiFixture>> {
    const query = { league: String(league), season: String(season), from, to, timezone: 'UTC' };
    return this.#call('fixtures', query, ApiFixture);
  }

  /** One page of a bookmaker's odds before the match. */
  odds({ league, season }: League, bookmaker: number, page: number): Promise<ApiCall<ApiOdds>> {
    const of = { league: String(league), season: String(season) };
    return this.#call('odds', { ...of, bookmaker: String(bookmaker), page: String(page) }, ApiOdds);
  }

  async #call<Schema extends TSchema>(
    path: string,
    query: Readonly<Record<string, string>>,
    row: Schema,
  ): Promise<ApiCall<Static<Schema>>> {
    const answer = await this.#client.get(path, query);
    if (!answer.ok) return { outcome: outcomeOf(answer), failure: tellFailure(answer) };
    if (!Value.Check(Envelope, answer.body)) {
      return { outcome: { is: 'failed' }, failure: 'an answer of another form' };
    }
    const { errors, paging, response } = answer.body;
    const messages = Object.entries(errors);
    if (messages.length > 0) return refused(messages);
    const rows: Static<Schema>[] = [];
    const problems: string[] = [];
    for (const [index, each] of response.entries()) {
      if (Value.Check(row, each)) rows.push(each);
      else problems.push(`${path} row ${index + 1}: ${tellForm(row, each)}`);
    }
    return {
      outcome: { is: 'well', ...leftOf(answer.headers) },
      answer: { rows, problems, at: answer.at, pages: paging.total },
    };
  }
}

const outcomeOf = (answer: JsonAnswer & { ok: false }): CallOutcome => {
  const { status, retryAfterMs } = answer;
  return status === 429 ? { is: 'limited', until: 'minute', retryAfterMs } : { is: 'failed', retryAfterMs };
};

const tellFailure = ({ why, status }: JsonAnswer & { ok: false }): string =>
  why === 'status' ? `status ${status}` : why.replaceAll('_', ' ');

/** The service answers 200 also when it refuses: too many calls, a used-up day, a wrong key. */
const refused = (messages: readonly [string, unknown][]): ApiCall<never> => {
  const failure = messages.map(([name, text]) => `${name}: ${String(text)}`).join('; ');
  const names = messages.map(([name]) => name);
  if (names.includes('rateLimit')) return { outcome: { is: 'limited', until: 'minute' }, failure };
  if (names.includes('requests')) return { outcome: { is: 'limited', until: 'day' }, failure };
  return { outcome: { is: 'failed' }, failure };
};

const leftOf = (headers: Headers): { minuteLeft?: number | undefined; dayLeft?: number | undefined } => {
  const [minute, day] = ['x-ratelimit-remaining', 'x-ratelimit-requests-remaining'].map((name) => {
    const text = headers.get(name) ?? '';
    return /^\d+$/.test(text) ? Number(text) : undefined;
  });
  return { minuteLeft: minute, dayLeft: day };
};

const tellForm = (schema: TSchema, row: unknown): string => {
  const [first] = Value.Errors(schema, row);
  return first === undefined ? 'not of the form expected' : `${first.instancePath || 'row'} ${first.message}`;
};
