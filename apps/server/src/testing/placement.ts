import type { Queryable } from '../core/database/database.ts';

/**
 * Where a table lives when the database is spread over several nodes by Citus:
 * - `group`: its rows live by `shard`, beside the wallets of the same members;
 * - `reference`: each node has a copy, which is written through the coordinator;
 * - `centre`: only the coordinator has it.
 */
type Place = 'group' | 'reference' | 'centre';

/** Tables by shard. */
const group = [
  'wallet',
  'entry',
  'operation',
  'hold',
  'house_move',
  'house_total',
  'house_watermark',
  'audit_breach',
  'bet',
  'leg',
  'bet_notice',
  'bet_turnover',
  'cash_out_rule',
  'delayed_order',
  'delayed_sale',
  'exposure',
  'large_bet',
  'member_exposure',
  'settlement_chunk',
  'settlement_shard',
  'recharge',
  'payment',
  'payout_method',
  'turnover',
  'withdrawal',
  'withdrawal_approval',
  'play',
  'play_limit',
  'check_in',
  'check_in_streak',
  'check_in_sum',
  'vip_told',
  'team_commission',
  'team_device',
  'team_due',
  'team_fact',
  'team_flag',
  'team_line',
  'team_part',
  'team_size',
  'team_stake',
  'team_tree',
  'alert_choice',
  'favourite',
  'letter',
  'notice_mark',
  'offer_alert',
  'push_subscription',
  'push_task',
  'report_active',
  'member_fact',
] as const;

/**
 * Tables of which each node has a copy, those that others refer to first. Placing and settlement read them within a group.
 * `operator` and `proposal` are here because `ruling` refers to a proposal, and that to operators.
 */
const reference = [
  'operator',
  'proposal',
  'competition',
  'team',
  'event',
  'market',
  'market_history',
  'trading_stop',
  'result',
  'ruling',
  'void_rule',
  'standing',
  'graded',
  'exposure_lease',
  'team_rules',
  'team_run',
  'settlement_run',
] as const;

/** Tables of the coordinator alone. */
const centre = [
  // What is unique among all members: accounts, addresses, invitations, images.
  'member',
  'session',
  'upload',
  // Signing in reads them with the member and its session.
  'identity_request',
  'passkey',
  'passkey_challenge',
  'recovery_code',
  'second_factor',
  'signin_failure',
  'terms_acceptance',
  'contact_code',
  'contact_flow',
  'code_budget',
  // A payment is credited once in the whole house, and a reference pays one withdrawal: claimed here before the group books it.
  'payment_ref',
  'payout_ref',
  'payout_hold',
  'rail_event',
  'rail_mark',
  'rail_total',
  // A chain is followed by one process, whichever members its addresses belong to.
  'chain_address',
  'chain_block',
  'chain_counter',
  'chain_cursor',
  'chain_lead',
  'chain_taken_back',
  'chain_transfer',
  'sandbox_chain',
  'sandbox_fork',
  'sandbox_notice',
  'sandbox_order',
  'sandbox_transaction',
  // Room within the caps is granted for the whole house.
  'exposure_scope',
  // The trading of matches that no bet reads in its statement.
  'competition_alias',
  'feed_flag',
  'feed_link',
  'feed_question',
  'feed_state',
  'feed_word',
  'incident',
  'match_shots',
  'offer_rule',
  'team_alias',
  'trader_price',
  // Sums of all groups, and up to where they are counted.
  'ledger_day',
  'ledger_mark',
  'report_day',
  'report_mark',
  'team_mark',
  'team_size_mark',
  // The office, its log and what it publishes.
  'adjustment',
  'content',
  'content_state',
  'house_text',
  'house_text_state',
  // What was published of the wallets of all groups.
  'liability_refusal',
  'liability_snapshot',
  // Compared across all members.
  'likeness',
  'match_alert',
  'member_note',
  'office_audit',
  'office_audit_seal',
  'office_audit_waiting',
  'office_first',
  'operator_access',
  'operator_challenge',
  'operator_factor',
  'operator_passkey',
  'operator_password_link',
  'operator_recovery_code',
  'operator_session',
  'picture',
  'push_notice',
  'reserve_address',
  'reserve_statement',
  'reward_rules',
  'setting_change',
  'setting_record',
  'setting_version',
  // The public log, and facts of the house that no other row keeps.
  'house_fact',
  'row_fact',
  // What the house publishes of itself.
  'house_fold',
  'refusal_day',
  'log_entry',
  'log_epoch',
  'log_counted',
  'log_key',
  'log_mark',
  'log_node',
  'log_signed',
  'log_refusal',
  'log_tree',
  'log_witness',
  // What processes share.
  'live_batch',
  'live_ticket',
  'migration',
  'outbox_message',
  'owner_alone',
  'owner_recovery_code',
  'server_secret',
] as const;

/** The tables by where they live, each list in the order in which its tables are placed. */
export const placement: Readonly<Record<Place, readonly string[]>> = { group, reference, centre };

/** Views over tables of a group. */
export const groupViews = ['bet_leg'] as const;

/** The table beside whose rows all others of a group lie. */
const anchor = group[0];

/**
 * The calls that place the tables of a coordinator that has its workers, to be run one after another.
 * @param groups number of groups; each lives on one node
 */
export const placementSql = (groups: number): string[] => [
  ...reference.map((table) => `select create_reference_table('${table}')`),
  `select create_distributed_table('${anchor}', 'shard', shard_count := ${groups}, colocate_with := 'none')`,
  ...group
    .filter((table) => table !== anchor)
    .map((table) => `select create_distributed_table('${table}', 'shard', colocate_with := '${anchor}')`),
];

/** The shards that live together on one node, where their transactions are those of plain PostgreSQL. */
type Group = {
  /** The schema with the group's tables, on its node. */
  schema: string;
  shards: readonly number[];
  host: string;
  port: number;
  /** The physical table of each table of the group and of each reference table. */
  tables: Readonly<Record<string, string>>;
};

type GroupRow = Omit<Group, 'schema'> & { id: string };

/**
 * Reads from a coordinator which shards live together, and where. Shards of the book are numbers; Citus hashes them onto its
 * physical shards, of which the colocated tables have one each with the same bounds.
 */
export const readGroups = async (coordinator: Queryable): Promise<Group[]> => {
  const { rows } = await coordinator.query<GroupRow>(
    `with own as (
       select get_shard_id_for_distribution_column('${anchor}', s::smallint) as id,
         array_agg(s order by s) as shards
       from generate_series(0, 255) s group by 1
     )
     select own.id::text as id, own.shards, n.nodename as host, n.nodeport as port, (
       select jsonb_object_agg(t.logicalrelid::text, t.logicalrelid::text || '_' || t.shardid)
       from pg_dist_shard t
       where (t.logicalrelid = any($1::text[]::regclass[]) and t.shardminvalue = w.shardminvalue)
         or t.logicalrelid = any($2::text[]::regclass[])) as tables
     from own
     join pg_dist_shard w on w.shardid = own.id
     join pg_dist_placement p on p.shardid = w.shardid
     join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     order by own.id`,
    [group, reference],
  );
  return rows.map(({ id, ...one }) => ({ ...one, schema: `group_${id}` }));
};

/**
 * The statements that make a group's schema on its node: a view of each physical table, under the name that statements use.
 * PostgreSQL plans such a view as the table behind it, for changes and locks as well, and Citus leaves it alone. They are
 * run again after a group was moved, and after a migration.
 * @param views definitions of `groupViews` by name, as `pg_get_viewdef` gives them
 */
export const groupSchemaSql = (
  { schema, tables }: Pick<Group, 'schema' | 'tables'>,
  views: Readonly<Record<string, string>>,
): string[] => [
  'set citus.enable_ddl_propagation = off',
  'set citus.override_table_visibility = off',
  `drop schema if exists ${schema} cascade`,
  `create schema ${schema}`,
  ...Object.entries(tables).map(
    ([table, physical]) => `create view ${schema}.${table} as select * from public.${physical}`,
  ),
  `set search_path = ${schema}`,
  ...Object.entries(views).map(([view, text]) => `create view ${schema}.${view} as ${text}`),
];

/** The settings of a group's connections. */
export const groupSettings = ({ schema }: Pick<Group, 'schema'>): Readonly<Record<string, string>> => ({
  search_path: schema,
});
