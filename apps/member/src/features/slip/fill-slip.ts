import { queryClient, callQuery } from '../../lib/query.ts';
import { translate } from '../../lib/i18n.tsx';
import { showToast } from '../../lib/toasts.ts';
import { builderOffer, builderQuery } from './builder-quote.ts';
import type { SharedBet } from './shared-bet.ts';
import type { LegRef } from './selection.ts';
import { dispatchSlip, readSlip } from './slip-store.ts';
import { emptyTicket, type Item, offerOf, playOf, type SlipEdit } from './slip.ts';

/** A selection at today's price; undefined where its match is not known, or its price never was. */
const itemOf = async (leg: LegRef): Promise<Item | undefined> => {
  try {
    const detail = await queryClient.fetchQuery(callQuery('eventDetail', { id: leg.event }));
    const offer =
      leg.parts === undefined
        ? offerOf(detail, leg)
        : builderOffer(
            await queryClient.fetchQuery({ ...builderQuery(leg.event, leg.parts), staleTime: 0 }),
            playOf(detail),
          );
    const { home, away, kickOff } = detail;
    const pick = { ...leg, home, away, kickOff };
    // What has closed has no price to agree to; the slip shows none.
    return { pick, offer, agreed: offer.odds ?? '1.00', before: undefined, ticket: emptyTicket };
  } catch {
    return undefined;
  }
};

/**
 * Fills the slip with selections at the prices of now, and opens it. What has closed is shown as closed; what is unknown is
 * left out, with a message. A slip that held something else can be put back. `edit` is the bet that these are to replace.
 */
export const fillSlip = async ({
  tab,
  k,
  legs,
  edit,
}: SharedBet & { edit?: SlipEdit | undefined }): Promise<void> => {
  const found = await Promise.all(legs.map(itemOf));
  const items = found.filter((item) => item !== undefined);
  if (items.length === 0) {
    showToast(translate('slip.noneLeft'));
    return;
  }
  const before = readSlip();
  dispatchSlip({ type: 'fill', items, tab, k, edit });
  const after = readSlip();
  if (after === before) return;
  if (items.length < legs.length) showToast(translate('slip.someGone'));
  else if (before.items.length > 0) {
    showToast(translate('slip.replaced'), {
      label: translate('common.undo'),
      run: () => dispatchSlip({ type: 'restore', before, after }),
    });
  }
};
