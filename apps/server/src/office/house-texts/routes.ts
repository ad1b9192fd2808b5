import { limits } from '@touchline/contract/limits';
import type { OfficeHouseText, OfficeHouseTextDetail } from '@touchline/contract/shapes/house-texts';
import type { Handlers } from '../../core/handler.ts';
import type { Clock } from '../../core/clock.ts';
import { textsOf, type HouseTextRow } from './row.ts';
import type { FoundText, HouseTexts } from './service.ts';
import { sliceOf } from '../../core/pages.ts';

type Name = 'officeHouseTextList' | 'officeHouseTextDetail' | 'officeHouseTextAdd' | 'officeHouseTextDecide';
type NameOf = (id: string) => { id: string; account: string };

/** Whether a published version is scheduled, in force, or replaced. */
const standingOf = (
  { version, state, valid_from: from }: HouseTextRow,
  { valid, now }: { valid: string | undefined; now: Date },
): Pick<OfficeHouseText, 'standing'> => {
  if (state !== 'published' || version === null) return {};
  if (from > now) return { standing: 'planned' };
  return { standing: String(version) === valid ? 'valid' : 'past' };
};

const toWire = (row: HouseTextRow, nameOf: NameOf): OfficeHouseText => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  basedOn: row.based_on,
  reason: row.reason,
  seen: row.revision,
  version: row.version ?? undefined,
  from: row.valid_from.toISOString(),
  languages: Object.keys(textsOf(row)),
  proposedBy: nameOf(row.proposed_by),
  proposedAt: row.proposed_at.toISOString(),
  decidedBy: row.decided_by === null ? undefined : nameOf(row.decided_by),
  decidedAt: row.decided_at?.toISOString(),
  note: row.note ?? undefined,
  revokedBy: row.revoked_by === null ? undefined : nameOf(row.revoked_by),
  revokedAt: row.revoked_at?.toISOString(),
});

/** The calls of the office about the operator's additions to rules, terms and privacy. */
export const officeHouseTextHandlers = ({
  houseTexts,
  namesOf,
  clock,
}: {
  houseTexts: HouseTexts;
  /** Accounts of operators, by id. */
  namesOf: (ids: readonly (string | null)[]) => Promise<ReadonlyMap<string, { account: string }>>;
  clock: Clock;
}): Pick<Handlers, Name> => {
  const wireOf = async (rows: readonly HouseTextRow[]) => {
    const names = await namesOf(rows.flatMap((row) => [row.proposed_by, row.decided_by, row.revoked_by]));
    const nameOf: NameOf = (id) => ({ id, account: names.get(id)?.account ?? '' });
    return (row: HouseTextRow): OfficeHouseText => ({
      ...toWire(row, nameOf),
      ...standingOf(row, { valid: houseTexts.versionNow(row.kind), now: clock.now() }),
    });
  };
  const detail = async ({ row, before }: FoundText): Promise<OfficeHouseTextDetail> => ({
    text: (await wireOf([row]))(row),
    texts: textsOf(row),
    before:
      before === undefined || before.version === null
        ? undefined
        : { version: before.version, texts: textsOf(before) },
  });

  return {
    officeHouseTextList: async ({ page = 1, limit = limits.listLimitDefault, ...filter }) => {
      const [{ rows, total }, newest] = await Promise.all([
        houseTexts.list(filter, sliceOf({ page, limit })),
        houseTexts.newest(),
        houseTexts.refresh(),
      ]);
      return { list: rows.map(await wireOf(rows)), total, page, limit, newest };
    },
    officeHouseTextDetail: async ({ id }) => detail(await houseTexts.one(id)),
    officeHouseTextAdd: async (input, by) => detail(await houseTexts.propose(input, by)),
    officeHouseTextDecide: async (input, by) => detail(await houseTexts.decide(input, by)),
  };
};
