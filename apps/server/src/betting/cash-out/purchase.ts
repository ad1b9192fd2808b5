import type { Bet } from '@touchline/contract/shapes/bet';
import type pg from 'pg';
import type { Queryable } from '../../core/database/database.ts';
import type { Member } from '../../core/handler.ts';
import type { Lane } from '../exposure/service.ts';
import type { Appraisal, OpenLeg } from './appraisal.ts';
import type { CashOutOffer, OpenBet, Sale } from './domain.ts';
import { pinOf } from './pins.ts';

export type Seller = Pick<Member, 'id' | 'shard'>;

/** The present offer for all of an open bet, and what it rests on. */
export type Priced = { offer: CashOutOffer; open: OpenBet; appraisal: Appraisal };

/** A sale of a bet under a key of its member. */
export type Purchase = {
  asked: { shard: number; memberId: string; key: string; requestHash: string };
  open: OpenBet;
  sale: Sale;
  appraisal: Appraisal;
  /** What the price rests on: the sale is made only while the rows have the same. */
  pins: readonly string[];
  /** Done first in the transaction of the sale, before any wallet is locked; false undoes it all. */
  before?: (client: Queryable) => Promise<boolean>;
  /** Done in the transaction of the sale once the bet is taken; false undoes it all. */
  within?: (client: Queryable) => Promise<boolean>;
  /** Done last, once the wallet has the money of the sale and is at this version; false undoes it all. */
  after?: (client: Queryable, lane: Lane, version: bigint) => Promise<boolean>;
  /** The connections it runs on; those for calls by default. */
  on?: pg.Pool;
};

/** The offer for an open bet by the board; undefined while nothing is offered. */
export type Price = (bet: Bet) => Priced | undefined;

/** Buys a bet or a part of it in one transaction. @returns false when anything the price rests on has moved */
export type Buy = (member: Seller, bet: Bet, purchase: Purchase) => Promise<boolean>;

/** What a price rests on by the board, one text for each open leg. */
export const pinsOf = ({ open }: Pick<Appraisal, 'open'>): string[] => open.map(pinOfLeg);

const pinOfLeg = ({ event, market }: OpenLeg): string =>
  pinOf({
    eventId: event.id,
    market: market.market,
    line: market.line,
    version: market.version,
    state: event.state,
    score: event.score,
    redCards: event.redCards,
  });
