import type { HouseLog, HouseOwners, HousePage } from '@touchline/contract/shapes/house';
import { createFold } from '@touchline/house/fold';
import type { PublishedFigures } from '@touchline/house/state';
import type { PublicLog } from '../log/service.ts';
import type { Clock } from '../../core/clock.ts';
import type { FoldService } from './fold-service.ts';

/** How long the page is the same for everybody. */
const sameForMs = 5_000;

const nothing: PublishedFigures = createFold().state().published;

/** Makes the page of the house: the published figures, and what the log is now. */
export const createHousePage = ({
  fold,
  publicLog,
  owners,
  clock,
}: {
  fold: Pick<FoldService, 'published'>;
  publicLog: Pick<PublicLog, 'state' | 'witnesses'>;
  /** The one owner who can decide, while there is no second. */
  owners: () => Promise<HouseOwners | undefined>;
  clock: Clock;
}): (() => Promise<HousePage>) => {
  let made: { atMs: number; page: Promise<HousePage> } | undefined;

  const make = async (): Promise<HousePage> => {
    const [published = nothing, log, one] = await Promise.all([
      fold.published(),
      readLog(publicLog),
      owners(),
    ]);
    const { size, at, figures } = published;
    return {
      log,
      asOf: { size, ...(at === null ? {} : { at }) },
      figures,
      ...(one && { owners: { state: one.state, from: one.from } }),
    };
  };

  return () => {
    const nowMs = clock.now().getTime();
    if (made === undefined || nowMs - made.atMs >= sameForMs || nowMs < made.atMs) {
      const page = make();
      made = { atMs: nowMs, page };
      // A failure is for those who asked by now; the next one tries again.
      page.catch(() => {
        if (made?.page === page) made = undefined;
      });
    }
    return made.page;
  };
};

const readLog = async (publicLog: Pick<PublicLog, 'state' | 'witnesses'>): Promise<HouseLog> => {
  const [state, { needed, list }] = await Promise.all([publicLog.state(), publicLog.witnesses()]);
  const { origin, vkey, epoch, size, firstAt, signedAt } = state;
  return {
    origin,
    vkey,
    epoch,
    size,
    ...(firstAt === undefined ? {} : { firstAt: firstAt.toISOString() }),
    ...(signedAt === undefined ? {} : { checkpointAt: signedAt.toISOString() }),
    needed,
    witnesses: list.map(({ name, since, lastSize, isAnswering }) => ({
      name,
      ...(since === null ? {} : { since }),
      ...(lastSize === 0 ? {} : { size: lastSize }),
      ok: isAnswering && since !== null,
    })),
  };
};
