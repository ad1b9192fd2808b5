import { dayMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import type { Audit } from '../../core/audit-log/audit.ts';
import { type Chain, parseAddress, showAddress, toBytes, toHex } from '../../payments/index.ts';
import type { Network } from '../../core/config/payments.ts';
import type { AccountTotal } from '../../ledger/index.ts';
import type { Clock } from '../../core/clock.ts';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Operator } from '../../core/handler.ts';
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/logging/log.ts';
import { Proposals, lastingState, type Proposal } from '../../core/proposals/service.ts';
import { Refused } from '../../core/refusal.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';
import { transaction } from '../../core/database/transaction.ts';
import { issuedIn, type EntryReserves } from './reserves.ts';
import { challengeOf, isSignedBy } from './signed-challenge.ts';

type AddressRow = Row<'reserve_address'>;
type StatementRow = Row<'reserve_statement'>;

const newAddress = insertInto('reserve_address', [
  'id',
  'network',
  'address',
  'day',
  'challenge',
  'signature',
  'added_by',
  'added_at',
]);
const addressInsert = query.exec('reserve-address-insert', newAddress.text);
const insertAddress = async (on: Queryable, row: AddressRow): Promise<void> => {
  await addressInsert(on, newAddress.values(row));
};

const newestAddresses = query.many<AddressRow>(
  'reserve-addresses',
  `select distinct on (network, address) ${columnsOf('reserve_address')} from reserve_address
   order by network, address, added_at desc, id desc`,
);
/** The newest proof of each address. */
const selectAddresses = (on: Queryable): Promise<AddressRow[]> => newestAddresses(on);

const newStatement = insertInto('reserve_statement', [
  'id',
  'name',
  'currency',
  'amount',
  'day',
  'file_hash',
  'applied_at',
]);
const statementInsert = query.exec('reserve-statement-insert', newStatement.text);
const insertStatement = async (on: Queryable, row: StatementRow): Promise<void> => {
  await statementInsert(on, newStatement.values(row));
};

const newestStatements = query.many<StatementRow>(
  'reserve-statements',
  `select distinct on (name) ${columnsOf('reserve_statement')} from reserve_statement
   order by name, applied_at desc, id desc`,
);
/** The newest statement of each name. */
const selectStatements = (on: Queryable): Promise<StatementRow[]> => newestStatements(on);

type By = { operator: Operator; address: string };

/** Days for which the signature of an address and a statement count. */
const reserveDays = 35;

const Body = Type.Object({
  name: Type.String(),
  amountMinor: Type.String({ pattern: '^(0|[1-9][0-9]*)$' }),
  day: Type.String(),
  fileHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type StatementProposal = Proposal<Static<typeof Body>>;

export type ReservesOptions = {
  pool: pg.Pool;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  currency: Currency;
  audit: Audit;
  chain: Pick<Chain, 'holding'>;
  /** The name of the log, which challenges have. */
  site: () => string;
  /** Whether the house issues its currency itself. */
  isPlay: boolean;
};

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Whether a reserve of a day still counts. */
const isFresh = (day: string, now: Date): boolean =>
  day > dayOf(new Date(now.getTime() - reserveDays * dayMs));

/** Opens the proposals of statements: how each is applied and noted. */
const openProposals = ({
  pool,
  clock,
  currency,
  audit,
}: Pick<ReservesOptions, 'pool' | 'clock' | 'currency' | 'audit'>) =>
  new Proposals({
    pool,
    kind: 'reserve',
    schema: Body,
    needsReason: true,
    now: () => clock.now(),
    enter: (_client, _by: By) => Promise.resolve({ isAlone: false }),
    apply: async (client, { id, body }) => {
      if (!isFresh(body.day, clock.now())) throw new Refused('outdated');
      await insertStatement(client, {
        id,
        name: body.name,
        currency: currency.code,
        amount: BigInt(body.amountMinor),
        day: body.day,
        file_hash: Buffer.from(body.fileHash, 'hex'),
        applied_at: clock.now(),
      });
    },
    note: async (client, proposal, event, by) => {
      if (by === undefined) return;
      const { name, amountMinor, day, fileHash } = proposal.body;
      await audit(client, {
        operator: by.operator,
        address: by.address,
        action: `reserve_${lastingState(event)}`,
        subject: { kind: 'reserve', id: proposal.id },
        detail: { name, amount: formatAmount(BigInt(amountMinor), currency.scale), day, fileHash },
        reason: event === 'proposed' ? proposal.reason : (proposal.note ?? undefined),
      });
    },
  });

/** @throws Refused `validation` */
const read = (network: Network, text: string) => {
  const address = parseAddress(network, text.trim());
  if (address === undefined) throw new Refused('validation', { rules: { address: 'format' } });
  return address;
};

/** What the house has: addresses whose keys it has shown to have, statements that two operators published, and play money issued. */
export class Reserves {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'warn'>;
  readonly #currency: Currency;
  readonly #audit: Audit;
  readonly #chain: Pick<Chain, 'holding'>;
  /** The name of the log, which challenges have. */
  readonly #site: () => string;
  /** Whether the house issues its currency itself. */
  readonly #isPlay: boolean;
  readonly #proposals;

  constructor({ pool, clock, log, currency, audit, chain, site, isPlay }: ReservesOptions) {
    this.#pool = pool;
    this.#clock = clock;
    this.#log = log;
    this.#currency = currency;
    this.#audit = audit;
    this.#chain = chain;
    this.#site = site;
    this.#isPlay = isPlay;
    this.#proposals = openProposals({ pool, clock, currency, audit });
  }

  /**
   * The reserves as they are published: what counts today.
   * @param house the house's accounts as of the snapshot
   */
  async now(house: readonly AccountTotal[]): Promise<EntryReserves> {
    const addresses = (await selectAddresses(this.#pool)).filter(({ day }) => this.#counts(day));
    const statements = (await selectStatements(this.#pool)).filter(({ day }) => this.#counts(day));
    return [
      ...(this.#isPlay ? issuedIn(house) : []),
      ...(await Promise.all(addresses.map((row) => this.#onChain(row)))),
      ...statements.map((row): EntryReserves[number] => ({
        kind: 'statement',
        currency: row.currency,
        name: row.name,
        amount: String(row.amount),
        day: row.day,
        fileHash: row.file_hash.toString('hex'),
      })),
    ];
  }

  /** What is to be signed today. @throws Refused `validation` for no address of the network */
  challenge(network: Network, text: string): string {
    return challengeOf({ site: this.#site(), day: this.#today(), network, address: read(network, text) });
  }

  /** Keeps the signature of today's challenge. @throws Refused `validation` where it is not by the key of the address */
  async addAddress(
    { network, address: text, signature }: Input<'officeReserveAddressAdd'>,
    { operator, address: from }: By,
  ): Promise<void> {
    const address = read(network, text);
    const signed = this.challenge(network, text);
    if (!(await isSignedBy({ network, address }, signed, signature)))
      throw new Refused('validation', { rules: { signature: 'format' } });
    const id = newId();
    await transaction(this.#pool, async (client) => {
      await insertAddress(client, {
        id,
        network,
        address: toBytes(address),
        day: this.#today(),
        challenge: signed,
        signature: signature.trim(),
        added_by: operator.id,
        added_at: this.#clock.now(),
      });
      await this.#audit(client, {
        operator,
        address: from,
        action: 'reserve_address_added',
        subject: { kind: 'reserve', id },
        detail: { network, address: showAddress(network, address), day: this.#today() },
      });
    });
  }

  /** Proposes a statement; it counts once another operator has applied it. @throws Refused `validation`, `key_reused`, `reason_needed` */
  async propose(input: Input<'officeReserveAdd'>, by: By): Promise<StatementProposal> {
    const amount = parseAmount(input.amount, this.#currency.scale);
    if (amount === undefined) throw new Refused('validation', { rules: { amount: 'amount' } });
    if (!this.#counts(input.day) || input.day > this.#today())
      throw new Refused('validation', { rules: { day: 'range' } });
    const body = {
      name: input.name.trim(),
      amountMinor: String(amount),
      day: input.day,
      fileHash: input.fileHash,
    };
    return (await this.#proposals.propose({ key: input.key, body, reason: input.reason }, by)).proposal;
  }

  /** Applies, refuses or withdraws a statement. @throws Refused as `proposals.decide` */
  async decide(input: Input<'officeReserveDecide'>, by: By): Promise<StatementProposal> {
    return (await this.#proposals.decide({ note: undefined, ...input }, by)).proposal;
  }

  /** Addresses, statements that count or did, and the newest proposals. */
  async all(): Promise<{
    addresses: (AddressRow & { counts: boolean })[];
    statements: (StatementRow & { counts: boolean })[];
    proposals: StatementProposal[];
  }> {
    return {
      addresses: (await selectAddresses(this.#pool)).map((row) => ({
        ...row,
        counts: this.#counts(row.day),
      })),
      statements: (await selectStatements(this.#pool)).map((row) => ({
        ...row,
        counts: this.#counts(row.day),
      })),
      proposals: (await this.#proposals.page({}, { limit: 20, offset: 0 })).rows,
    };
  }

  #today(): string {
    return dayOf(this.#clock.now());
  }

  #counts(day: string): boolean {
    return isFresh(day, this.#clock.now());
  }

  /** What an address holds; without an amount where the chain does not answer. */
  async #onChain(row: AddressRow): Promise<EntryReserves[number]> {
    const address = toHex(row.address);
    const found = await this.#chain.holding(row.network, address).catch((error: unknown) => {
      this.#log.warn({ err: error, network: row.network }, 'the balance of a reserve could not be read');
      return undefined;
    });
    return {
      kind: 'address',
      currency: 'USDT',
      network: row.network,
      address: showAddress(row.network, address),
      challenge: row.challenge,
      signature: row.signature,
      amount: found === undefined ? null : String(found.micro),
      block: found === undefined ? null : { number: String(found.block.number), hash: found.block.hash },
    };
  }
}
