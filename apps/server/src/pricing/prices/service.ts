import { marketOf } from '@touchline/football/markets';
import { LONGEST_MILLI } from '@touchline/football/ladder';
import type pg from 'pg';
import { isId, newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import { marketKey, type Board, type BoardEvent, type BoardMarket } from '../board/board.ts';
import type { MarketKey } from '../board/held.ts';
import { takeEvent } from '../stops/queries.ts';
import * as queries from './queries.ts';

/** A price this many times the model's, or the other way round, needs a confirmation. */
const FAR = 1.15;
/** A price this many times the model's is a typing error, even with a confirmation. */
const ABSURD = 3;
/** Below this margin, as a share, no market is offered. */
const LEAST_MARGIN = -0.2;

/** The margin in prices, a share: 0.05 keeps 5 % of what is paid out. Selections without a price do not count. */
export const marginOf = (oddsMilli: readonly number[], winners: number): number =>
  oddsMilli.reduce((sum, odds) => sum + (odds > 0 ? 1000 / odds : 0), 0) / winners - 1;

/**
 * Judges prices before they are offered.
 * @param asked odds in thousandths, in the order of the market's selections, 0 for none
 * @param model the model's odds
 * @param winners how many selections of the market win
 * @returns `absurd`: a typing error; `far`: far from the model, or the house would pay on the whole; `fine`
 */
export const judgePrices = (
  asked: readonly number[],
  model: readonly number[],
  winners: number,
): 'fine' | 'far' | 'absurd' => {
  const ratios = asked.map((odds, index) => {
    const other = model[index] ?? 0;
    return odds === 0 || other === 0 ? 1 : Math.max(odds / other, other / odds);
  });
  const largest = Math.max(...ratios);
  const margin = marginOf(asked, winners);
  const isOffLadder = asked.some((odds) => odds !== 0 && (odds <= 1000 || odds > LONGEST_MILLI));
  const isTaken = asked.some((odds, index) => odds === 0 && (model[index] ?? 0) > 0);
  if (isOffLadder || isTaken || largest > ABSURD || margin < LEAST_MARGIN) return 'absurd';
  return largest > FAR || margin < 0 ? 'far' : 'fine';
};

type Client = pg.PoolClient;

/** Prices of a market before and after a decision. */
type PriceChange = {
  before: readonly number[];
  after: readonly number[];
  /** Another price of a trader was in force, which has ended. */
  isReplaced?: boolean;
};

/** Who fixes or releases prices and why; `within` writes the audit log, in the transaction. */
type PriceDecision = {
  by: string;
  why: string;
  within: (client: Client, change: PriceChange) => Promise<void>;
};

/** The prices that markets have without a trader's. */
export type PriceModel = {
  /** Reads the rules of offers where that has not happened yet. */
  ready: () => Promise<void>;
  /** The markets of an event, by `marketKey`. */
  markets: (event: BoardEvent) => ReadonlyMap<string, Pick<BoardMarket, 'oddsMilli'>>;
  /** Writes the model's prices for a market, within the transaction. */
  reprice: (client: Client, event: BoardEvent, market: BoardMarket) => Promise<void>;
};

/**
 * Prices fixed by traders. While one is in force the whole market keeps its prices and ignores the model;
 * it ends when it is released, and at kick-off.
 */
export class TraderPrices {
  readonly #pool: pg.Pool;
  readonly #board: Board;
  readonly #model: PriceModel;
  readonly #onChanged: (eventId: string, changed: readonly MarketKey[]) => Promise<void>;

  /** @param of.onChanged lets members see changed markets of an event */
  constructor(of: {
    pool: pg.Pool;
    board: Board;
    model: PriceModel;
    onChanged: (eventId: string, changed: readonly MarketKey[]) => Promise<void>;
  }) {
    this.#pool = of.pool;
    this.#board = of.board;
    this.#model = of.model;
    this.#onChanged = of.onChanged;
  }

  /**
   * Fixes prices of a market of an upcoming match; selections that are not named keep theirs.
   * @param of.version the market's, as the trader saw it
   * @param of.isSure confirms prices far from the model's
   * @throws Refused `not_found`, `outdated`, `closed` from kick-off on, `price_far`, `validation`
   */
  async set(
    key: MarketKey,
    of: { version: number; odds: ReadonlyMap<string, number>; isSure: boolean },
    { by, why, within }: PriceDecision,
  ): Promise<void> {
    const { event, found } = await this.#find(key);
    const definition = marketOf(key.market);
    if (event.state !== 'scheduled' || definition === undefined) throw new Refused('closed');
    if (found.version !== of.version) throw new Refused('outdated');
    for (const selection of of.odds.keys()) {
      if (!found.selections.includes(selection)) throw new Refused('not_found');
    }
    const after = found.selections.map((selection, i) => of.odds.get(selection) ?? found.oddsMilli[i] ?? 0);
    const model = this.#modelPrices(event, found) ?? found.oddsMilli;
    const verdict = judgePrices(after, model, definition.winners);
    if (verdict === 'absurd') throw new Refused('validation', { rules: { prices: 'range' } });
    if (verdict === 'far' && !of.isSure) throw new Refused('price_far');
    const marginBp = Math.max(0, Math.round(marginOf(after, definition.winners) * 10_000));
    await withRetry(() =>
      transaction(this.#pool, async (client) => {
        await takeEvent(client, key.eventId);
        const price = { oddsMilli: after, marginBp, by, why };
        if (!(await queries.writePrice(client, key, { ...price, version: of.version }))) {
          throw new Refused('outdated');
        }
        const replaced = await queries.releasePrice(client, key, { by, why });
        await queries.insertPrice(client, key, { id: newId(), ...price });
        await within(client, { before: found.oddsMilli, after, isReplaced: replaced !== undefined });
      }),
    );
    await this.#onChanged(key.eventId, [key]);
  }

  /**
   * Releases a trader's prices: the market gets the model's.
   * @param version of the market, as the trader saw it
   * @throws Refused `not_found` for a market, `outdated`, `decided_already` when none are in force
   */
  async release(key: MarketKey, version: number, { by, why, within }: PriceDecision): Promise<void> {
    const { event, found } = await this.#find(key);
    await withRetry(() =>
      transaction(this.#pool, async (client) => {
        await takeEvent(client, key.eventId);
        const released = await queries.releasePrice(client, key, { by, why, version });
        if (!released) {
          const current = await queries.versionOf(client, key);
          throw new Refused(current === version ? 'decided_already' : 'outdated');
        }
        await this.#model.reprice(client, event, found);
        await within(client, {
          before: released.odds_milli,
          after: this.#modelPrices(event, found) ?? released.odds_milli,
        });
      }),
    );
    await this.#onChanged(key.eventId, [key]);
  }

  /** Prices of traders in force on an upcoming match. */
  inForce(eventId: string): Promise<queries.PriceRow[]> {
    return queries.selectPrices(this.#pool, eventId);
  }

  /** The markets of an event by the model, by `marketKey`. */
  model(event: BoardEvent): ReadonlyMap<string, Pick<BoardMarket, 'oddsMilli'>> {
    return this.#model.markets(event);
  }

  /** Versions of a market, the newest first. @throws Refused `not_found` */
  async history(key: MarketKey, slice: { limit: number; offset: number }) {
    const found = isId(key.eventId) ? await queries.pageOfVersions(this.#pool, key, slice) : undefined;
    if (!found) throw new Refused('not_found');
    return found;
  }

  async #find({ eventId, market, line }: MarketKey): Promise<{ event: BoardEvent; found: BoardMarket }> {
    // Before any transaction, which may not ask for another connection.
    await this.#model.ready();
    const [event] = isId(eventId) ? await this.#board.refresh([eventId]) : [];
    const found = event?.markets.get(marketKey(market, line));
    if (!event || !found) throw new Refused('not_found');
    return { event, found };
  }

  #modelPrices(event: BoardEvent, { market, line }: BoardMarket): readonly number[] | undefined {
    return this.model(event).get(marketKey(market, line))?.oddsMilli;
  }
}
